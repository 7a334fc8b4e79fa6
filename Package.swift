// swift-tools-version: 6.2

import PackageDescription

// Apple's SDKs bring SQLite, and pkg-config would find Homebrew's instead, another version than the
// one that the header is of.
#if os(Linux)
let sqlitePackage: String? = "sqlite3"
#else
let sqlitePackage: String? = nil
#endif

let package = Package(
    name: "LayoutCache",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "LayoutCache", targets: ["LayoutCache"]),
        .library(name: "LayoutCacheTools", targets: ["LayoutCacheTools"]),
        .library(name: "LayoutCacheUI", targets: ["LayoutCacheUI"]),
        .library(name: "LayoutCacheCoding", targets: ["LayoutCacheCoding"]),
        .library(name: "LayoutEngine", targets: ["LayoutEngine"]),
        .executable(name: "layoutctl", targets: ["layoutctl"]),
        .plugin(name: "PreparedStore", targets: ["PreparedStore"]),
        // The loadable extension: libLayoutCacheExtension.so, which packages install as liblayoutcache.so. SQLite
        // derives the name of its entry point from the file's.
        .library(name: "LayoutCacheExtension", type: .dynamic, targets: ["LayoutExtension"]),
    ],
    targets: [
        // The floors, from the ground up: a target depends only on targets above it in this list.
        .systemLibrary(
            name: "LayoutCSQLite",
            pkgConfig: sqlitePackage,
            providers: [.apt(["libsqlite3-dev"])]
        ),
        .target(name: "LayoutCSQLiteShim", dependencies: ["LayoutCSQLite"]),
        // The C library, under the system's name for it.
        .target(name: "LayoutPlatform"),
        .target(name: "LayoutSQLite", dependencies: ["LayoutCSQLite", "LayoutCSQLiteShim", "LayoutPlatform"]),
        // JSON, decimal numbers, spelling, and the error that every call throws; imports the standard library only.
        .target(name: "LayoutText"),
        // Rounding and remainders of doubles are calls into the C library's mathematical part, which
        // Linux links only on demand.
        .target(
            name: "LayoutEngine", dependencies: ["LayoutText"],
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux, .android]))]
        ),
        // The SQL of Migrations/: compiled into the program, so that it needs no files beside it.
        .target(name: "LayoutCMigrations"),
        .target(name: "LayoutMigrations", dependencies: ["LayoutCMigrations"]),
        // Reads delimited text and NDJSON record by record.
        .target(name: "LayoutRecords", dependencies: ["LayoutPlatform", "LayoutText"]),
        // The tables of a store's file, the full-text index, and the texts of lines.
        .target(
            name: "LayoutSchema",
            dependencies: ["LayoutPlatform", "LayoutSQLite", "LayoutText", "LayoutMigrations"]),
        // Makes items of the rows of texts and tables, and of an app's own.
        .target(
            name: "LayoutSources",
            dependencies: [
                "LayoutPlatform", "LayoutSQLite", "LayoutText", "LayoutRecords", "LayoutSchema",
            ]),
        // Keeps a data set equal to a table or to another data set, by triggers.
        .target(
            name: "LayoutFollowing",
            dependencies: ["LayoutSQLite", "LayoutText", "LayoutMigrations", "LayoutSchema"]),
        // The store: import, editing, preparing, queries, observing, verifying.
        .target(
            name: "LayoutCore",
            dependencies: [
                "LayoutPlatform", "LayoutSQLite", "LayoutText", "LayoutEngine", "LayoutRecords", "LayoutMigrations",
                "LayoutSchema", "LayoutSources", "LayoutFollowing",
            ]),
        // Makes a damaged store again of what can be read.
        .target(
            name: "LayoutRepair",
            dependencies: [
                "LayoutPlatform", "LayoutSQLite", "LayoutText", "LayoutEngine", "LayoutSchema", "LayoutSources",
                "LayoutCore",
            ]),
        // Queries of a store as functions of SQL.
        .target(
            name: "LayoutSQLFunctions",
            dependencies: ["LayoutSQLite", "LayoutText", "LayoutEngine", "LayoutSchema", "LayoutCore"]),
        // A collection view without a view: states, self-sizing, keeping in place, windows, transitions.
        .target(name: "LayoutShowing", dependencies: ["LayoutCore", "LayoutEngine", "LayoutSchema", "LayoutSQLite"]),
        // The module that an app imports: it re-exports the targets that have public symbols.
        .target(
            name: "LayoutCache", dependencies: ["LayoutCore", "LayoutRepair", "LayoutSQLFunctions", "LayoutShowing"]),
        // Pictures, explanations, listings and exports, for programs that inspect a store.
        .target(
            name: "LayoutCacheTools",
            dependencies: [
                "LayoutCache", "LayoutEngine", "LayoutMigrations", "LayoutPlatform", "LayoutSQLite", "LayoutSchema",
                "LayoutText",
            ]),
        // Forwards calls of SQLite's functions to the SQLite that has loaded the extension: no other product may
        // contain it, since there is none then.
        .target(name: "LayoutCExtension", dependencies: ["LayoutCSQLite"]),
        .target(name: "LayoutExtension", dependencies: ["LayoutCache", "LayoutCExtension", "LayoutCSQLite"]),
        // Payloads as Codable and files as URLs, for apps that have Foundation; the core loads without it.
        .target(name: "LayoutCacheCoding", dependencies: ["LayoutCache"]),
        // The classes for UIKit and AppKit; on systems without them, nothing.
        .target(
            name: "LayoutCacheUI", dependencies: ["LayoutCache"],
            // watchOS has a UIKit without collection views.
            swiftSettings: [
                .define("LAYOUT_VIEWS", .when(platforms: [.iOS, .macCatalyst, .macOS, .tvOS, .visionOS]))
            ]),
        // The page of `layoutctl browse` and the texts of its help, compiled in like the SQL. The server that shows the
        // page is libmicrohttpd, which is loaded where it is there.
        .target(name: "LayoutCPage", dependencies: ["LayoutCMigrations"]),
        .target(name: "LayoutCHTTP", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "LayoutBrowser",
            dependencies: [
                "LayoutCache", "LayoutCacheTools", "LayoutEngine", "LayoutMigrations", "LayoutPlatform", "LayoutText",
                "LayoutCPage", "LayoutCHTTP",
            ]),
        .executableTarget(
            name: "layoutctl",
            dependencies: [
                "LayoutBrowser", "LayoutCache", "LayoutCacheTools", "LayoutCPage", "LayoutMigrations",
                "LayoutPlatform", "LayoutSQLite", "LayoutText",
            ]),

        // Makes stores at build time, for targets with a folder Stores.
        .plugin(name: "PreparedStore", capability: .buildTool(), dependencies: ["layoutctl"]),

        .target(
            name: "LayoutTestSupport", dependencies: ["LayoutCache", "LayoutEngine", "LayoutSQLite", "LayoutText"],
            path: "Tests/LayoutTestSupport",
            // The tests read it in place.
            exclude: ["Edits.txt"]
        ),
        .testTarget(name: "LayoutMigrationsTests", dependencies: ["LayoutMigrations"]),
        // A disk and a memory that fail on command: for the tests, and for the package of campaigns.
        .target(
            name: "LayoutCFaults", dependencies: ["LayoutCSQLite"], path: "Tests/LayoutCFaults"),
        .testTarget(
            name: "LayoutSQLiteTests",
            dependencies: ["LayoutCFaults", "LayoutCSQLite", "LayoutSQLite", "LayoutTestSupport"]),
        .testTarget(
            name: "LayoutTextTests", dependencies: ["LayoutText", "LayoutTestSupport"],
            // Cases as data, which the tests read where they lie.
            exclude: ["Cases"]),
        .testTarget(
            name: "LayoutRecordsTests",
            dependencies: ["LayoutRecords", "LayoutEngine", "LayoutText", "LayoutTestSupport"],
            exclude: ["Cases"]),
        .testTarget(
            name: "LayoutEngineTests", dependencies: ["LayoutEngine", "LayoutText", "LayoutTestSupport"],
            exclude: ["Rules"]),
        // Stores with random rows, and what they are compared with: a layout computed the plain way.
        .target(
            name: "LayoutStoreTestSupport",
            dependencies: [
                "LayoutCSQLite", "LayoutCore", "LayoutEngine", "LayoutRepair", "LayoutSQLFunctions", "LayoutSQLite",
                "LayoutSources", "LayoutTestSupport",
            ],
            path: "Tests/LayoutStoreTestSupport"),
        // The texts and numbers of references are excluded: the tests read them in place.
        .testTarget(
            name: "LayoutCoreTests",
            dependencies: [
                "LayoutCSQLite", "LayoutCore", "LayoutEngine", "LayoutMigrations", "LayoutRecords", "LayoutRepair",
                "LayoutSchema", "LayoutSources", "LayoutSQLite", "LayoutStoreTestSupport", "LayoutTestSupport",
                "LayoutText",
            ],
            exclude: [
                "ImportRefusals.txt", "Imports.txt", "Incremental/Work.txt", "Observing/Changes.txt", "Plans/Guide.txt",
                "Plans/SharedKeys.txt", "Scrolling/Gestures.txt", "Store/Refusals.txt", "Triggers/Effects.txt",
            ]),
        .testTarget(
            name: "LayoutFollowingTests",
            dependencies: [
                "LayoutCFaults", "LayoutCacheTools", "LayoutCore", "LayoutEngine", "LayoutFollowing", "LayoutRepair",
                "LayoutSchema", "LayoutShowing", "LayoutSources", "LayoutSQLite", "LayoutStoreTestSupport",
                "LayoutTestSupport",
            ]),
        .testTarget(
            name: "LayoutRepairTests",
            dependencies: [
                "LayoutCore", "LayoutRepair", "LayoutSchema", "LayoutSQLite", "LayoutStoreTestSupport",
                "LayoutTestSupport",
            ],
            exclude: ["Silence.txt"]),
        .testTarget(
            name: "LayoutShowingTests",
            dependencies: [
                "LayoutCore", "LayoutEngine", "LayoutShowing", "LayoutSources", "LayoutSQLite",
                "LayoutStoreTestSupport", "LayoutTestSupport",
            ]),
        .testTarget(
            name: "LayoutSQLFunctionsTests",
            dependencies: [
                "LayoutCore", "LayoutSQLFunctions", "LayoutSQLite", "LayoutStoreTestSupport", "LayoutTestSupport",
            ]),
        .testTarget(
            name: "LayoutToolsTests",
            dependencies: [
                "LayoutCacheTools", "LayoutCore", "LayoutEngine", "LayoutRepair", "LayoutSchema", "LayoutShowing",
                "LayoutSources", "LayoutSQLite", "LayoutStoreTestSupport", "LayoutTestSupport",
            ],
            exclude: ["Rendering/Expected", "Verifying/Extremes.txt"]),
        // Sees what an app sees: nothing of the package but its public symbols.
        .testTarget(
            name: "LayoutContractTests",
            dependencies: ["LayoutCSQLite", "LayoutCache", "LayoutCacheCoding", "LayoutCacheTools", "LayoutCacheUI"],
            packageAccess: false),
        .testTarget(
            name: "LayoutBrowserTests",
            dependencies: [
                "LayoutBrowser", "LayoutCache", "LayoutCacheTools", "LayoutSQLite", "LayoutTestSupport", "LayoutText",
            ],
            exclude: ["Cases"]),
        .testTarget(
            name: "LayoutCommandTests",
            dependencies: [
                "layoutctl", "LayoutCache", "LayoutCacheTools", "LayoutCSQLite", "LayoutSQLite", "LayoutTestSupport",
            ],
            // The references of pictures and commands: the tests read them in place.
            exclude: [
                "Pictures", "Reference/AsynchronousForms.txt", "Reference/Functions.txt", "commands", "completions.txt",
            ]
        ),
    ],
    swiftLanguageModes: [.v6],
    // For #embed.
    cLanguageStandard: .gnu2x
)

// The adapter for UIKit and AppKit and the example, driven without these frameworks: their sources are compiled beside
// stand-ins.
#if os(Linux)
package.targets.append(
    .testTarget(
        name: "LayoutCacheUITests",
        dependencies: [
            "LayoutCFaults", "LayoutCache", "LayoutCacheCoding", "LayoutCacheUI", "LayoutSQLite", "LayoutTestSupport",
        ],
        exclude: ["StandIns/AppKit.swift", "StandIns/Darwin"],
        swiftSettings: [.define("LAYOUT_VIEWS"), .define("LAYOUT_STAND_INS")]))
package.targets.append(
    .testTarget(
        name: "LayoutCacheAppKitTests",
        dependencies: ["LayoutCache", "LayoutSQLite", "LayoutTestSupport"],
        exclude: ["StandIns/Darwin", "StandIns/UIKit.swift"],
        swiftSettings: [.define("LAYOUT_VIEWS"), .define("LAYOUT_APPKIT_STAND_INS")]))
#endif

// The programs that inject faults and that measure. The scripts that run them ask for them; no app compiles them.
if Context.environment["LAYOUTCACHE_PROGRAMS"] != nil {
    package.targets += [
        .target(
            name: "LayoutCampaign",
            dependencies: [
                "LayoutCFaults", "LayoutCache", "LayoutEngine", "LayoutPlatform", "LayoutSQLite",
                "LayoutStoreTestSupport", "LayoutTestSupport", "LayoutText",
            ],
            path: "Campaigns/Sources/LayoutCampaign", exclude: ["Statements.txt"]),
        .executableTarget(
            name: "layout-campaign", dependencies: ["LayoutCampaign", "layoutctl"],
            path: "Campaigns/Sources/layout-campaign"),
        .testTarget(
            name: "LayoutCampaignTests",
            dependencies: ["LayoutCampaign", "LayoutSQLite", "LayoutTestSupport", "layout-campaign", "layoutctl"],
            path: "Campaigns/Tests/LayoutCampaignTests", exclude: ["DamageFixtures.txt"]),
        .target(
            name: "LayoutBenchmark",
            dependencies: [
                "LayoutCSQLite", "LayoutCache", "LayoutEngine", "LayoutPlatform", "LayoutSQLite", "LayoutShowing",
                "LayoutText",
            ],
            path: "Benchmarks/Sources/LayoutBenchmark"),
        .executableTarget(
            name: "layout-benchmark", dependencies: ["LayoutBenchmark"], path: "Benchmarks/Sources/layout-benchmark"),
        .testTarget(
            name: "LayoutBenchmarkTests",
            dependencies: ["LayoutBenchmark", "LayoutEngine", "LayoutTestSupport", "LayoutText", "layout-benchmark"],
            path: "Benchmarks/Tests/LayoutBenchmarkTests"),
    ]
}

// Only some of the tests, or “all”, for a quick build: LAYOUTCACHE_TESTS=LayoutCoreTests,LayoutFollowingTests. Without
// the plugin, too, for which SwiftPM compiles the program and all below it a second time.
if let chosen = Context.environment["LAYOUTCACHE_TESTS"]?.split(separator: ",").map(String.init) {
    package.products.removeAll { $0.name == "PreparedStore" }
    package.targets.removeAll {
        $0.type == .plugin || $0.type == .test && chosen != ["all"] && !chosen.contains($0.name)
    }
}

let targetsInC = [
    "LayoutCSQLiteShim", "LayoutCExtension", "LayoutCMigrations", "LayoutCPage", "LayoutCHTTP", "LayoutCFaults",
]

// Every Swift target has the same settings: an import declares its visibility, an existential is marked as one, and so
// is each unsafe expression.
for target in package.targets where ![.system, .plugin].contains(target.type) && !targetsInC.contains(target.name) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .strictMemorySafety(),
        ]
}
