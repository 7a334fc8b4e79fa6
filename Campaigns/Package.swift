// swift-tools-version: 6.2

import PackageDescription

// Campaigns look below the product's public interface, at what is `package` there. So this package compiles as a part
// of that one, whose name SwiftPM takes from its folder.
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
    name: "Campaigns",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "LayoutCache", path: "..")],
    targets: [
        .target(
            name: "LayoutCampaign",
            dependencies: [
                .product(name: "LayoutCFaults", package: "LayoutCache"),
                .product(name: "LayoutCache", package: "LayoutCache"),
                .product(name: "LayoutEngine", package: "LayoutCache"),
                .product(name: "LayoutTestSupport", package: "LayoutCache"),
            ],
            packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "layout-campaign",
            dependencies: ["LayoutCampaign", .product(name: "layoutctl", package: "LayoutCache")],
            packageAccess: false, swiftSettings: settings),
        .testTarget(
            name: "LayoutCampaignTests",
            dependencies: [
                "LayoutCampaign", "layout-campaign", .product(name: "layoutctl", package: "LayoutCache"),
                .product(name: "LayoutTestSupport", package: "LayoutCache"),
            ],
            packageAccess: false, swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6],
    // For #embed.
    cLanguageStandard: .gnu2x
)
