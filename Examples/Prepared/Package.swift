// swift-tools-version: 6.2

import PackageDescription

// A store that is laid out when the package is built, and opened read-only from its bundle.
let package = Package(
    name: "Prepared",
    platforms: [.iOS(.v18), .macOS(.v15)],
    dependencies: [.package(name: "LayoutCache", path: "../..")],
    targets: [
        .executableTarget(
            name: "Garden", dependencies: [.product(name: "LayoutCache", package: "LayoutCache")],
            exclude: ["Stores"],
            plugins: [.plugin(name: "PreparedStore", package: "LayoutCache")])
    ],
    swiftLanguageModes: [.v6]
)
