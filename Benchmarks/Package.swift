// swift-tools-version: 6.2

import PackageDescription

// The benchmark measures the product as apps get it, and its parts below the public interface. These parts are
// `package`: this package compiles as a part of the product's, whose name SwiftPM takes from its folder.
let product = Context.packageDirectory.split(separator: "/").dropLast().last.map(String.init) ?? ""
let productName = String(product.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

let settings: [SwiftSetting] = [
    .unsafeFlags(["-package-name", productName]),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "LayoutCache", path: "..")],
    targets: [
        .target(
            name: "LayoutBenchmark",
            dependencies: [
                .product(name: "LayoutCache", package: "LayoutCache"),
                .product(name: "LayoutCacheTools", package: "LayoutCache"),
                .product(name: "LayoutEngine", package: "LayoutCache"),
            ],
            packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "layout-benchmark", dependencies: ["LayoutBenchmark"], packageAccess: false, swiftSettings: settings),
        .testTarget(
            name: "LayoutBenchmarkTests", dependencies: ["LayoutBenchmark", "layout-benchmark"], packageAccess: false,
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
