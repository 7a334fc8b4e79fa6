// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Gallery",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .visionOS(.v2)],
    products: [.library(name: "Gallery", targets: ["Gallery"])],
    dependencies: [.package(name: "LayoutCache", path: "../..")],
    targets: [
        .target(
            name: "Gallery",
            dependencies: [
                .product(name: "LayoutCache", package: "LayoutCache"),
                .product(name: "LayoutCacheCoding", package: "LayoutCache"),
                .product(name: "LayoutCacheUI", package: "LayoutCache"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
