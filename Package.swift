// swift-tools-version: 6.1
import PackageDescription

// A target exists to make an import illegal. The list reads from the bottom of
// the architecture to its top; a target may import what its row names and
// nothing else.

/// Imports are internal unless said otherwise, and a member is visible only
/// where its module is imported.
let walls: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What computes nothing: words and their layout, files, rules, commands, and most tests; and questions, whose sums and
/// integrals are `Inference`'s (a planned test takes 1.8 s and not 1.7 s).
///
/// Without the optimiser these build in a third of the time, and their time goes to what they call. What samples,
/// integrates, goes through trials or reads rows keeps it: without, a million event rows take 12 s and not 1.2 s
/// (`TestData`, `TextFormats`), and 3,000 trials are stored and read back in twice the time (`ResultStore`).
let light: [SwiftSetting] = [.unsafeFlags(["-Onone"])]

/// Not under a sanitizer, which has to see into the runtime.
let inside = Context.environment["SANITIZER"] == nil ? ["-static-stdlib"] : []
// A program keeps less of its file in memory, and is linked in half the time, without names for others to link with,
// with one copy of functions that are alike, and with short tables of what is moved when it is loaded.
let small = [
  "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=all", "-Xlinker", "-z", "-Xlinker",
  "pack-relative-relocs",
]

let package = Package(
  name: "att-lab",
  platforms: [.macOS(.v15), .iOS(.v15), .macCatalyst(.v15), .tvOS(.v15), .visionOS(.v1)],
  products: [
    .executable(name: "att-lab", targets: ["att-lab"]),
    .library(name: "PromptFlow", targets: ["PromptFlow"]),
    .library(name: "PromptFlowStorage", targets: ["PromptFlowStorage"]),
    .library(name: "PromptFlowApple", targets: ["PromptFlowApple"]),
    .library(name: "PromptFlowTesting", targets: ["PromptFlowTesting"]),
    // What reads files that others wrote, for Fuzz alone.
    .library(
      name: "Readers",
      targets: [
        "ExperimentDesign", "ExperimentFiles", "PlatformChecks", "ResultStore", "TestData", "TextFormats",
      ]),
  ],
  // What each costs in a cold release build, in seconds of one core, of some 500 altogether: GRDB 61, the argument parser
  // 17, Yams 16, FlyingFox 6. Less than what would have to be written, and tested, in place of it.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // The machines that are simulated and that ship inside apps. No imports at all.
    .target(name: "PromptFlow", exclude: ["LICENSE", "README.md"], swiftSettings: walls),
    // The flow's state in a file of the app's; apart, because it names Foundation.
    .target(
      name: "PromptFlowStorage", dependencies: ["PromptFlow"], exclude: ["LICENSE"],
      resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: walls),
    // The machines on a device: the framework, the application, screens. What needs Apple's frameworks is
    // compiled where they are; the rest everywhere.
    .target(
      name: "PromptFlowApple", dependencies: ["PromptFlow", "PromptFlowStorage"],
      exclude: ["LICENSE", "PromptFlow.xcstrings"], resources: [.copy("PrivacyInfo.xcprivacy")],
      swiftSettings: walls),
    // Apple's framework as its documentation describes it, and a device around it: for an app's own tests.
    .target(
      name: "PromptFlowTesting", dependencies: ["PromptFlow", "PromptFlowApple"], exclude: ["LICENSE"],
      swiftSettings: walls),
    // A news app that asks after the third article: the libraries above in use.
    .target(
      name: "NewsSample", dependencies: ["PromptFlow", "PromptFlowApple", "PromptFlowStorage"],
      exclude: ["LICENSE"], swiftSettings: walls + light),
    // What is in files that others wrote: comma-separated values, property lists, JSON, and what is wrong with them. No
    // imports but Foundation.
    .target(name: "TextFormats", swiftSettings: walls),
    // The files that the program carries in it: populations, experiments, pages. In C, which takes a
    // file in as it is: as literals of Swift they took 13 s of a cold build.
    .target(name: "EmbeddedFiles"),
    // What each rule, pitfall and source is, by its tag.
    .target(
      name: "RuleBook", dependencies: ["EmbeddedFiles", "ExperimentDesign"], swiftSettings: walls + light),
    // Paths and files of this machine: which are the same, how they are read, what goes away with a signal.
    .target(name: "LocalFiles", dependencies: ["TextFormats"], swiftSettings: walls + light),
    // What an experiment is.
    .target(
      name: "ExperimentDesign", dependencies: ["PromptFlow", "RandomStreams", "TextFormats"],
      swiftSettings: walls),
    // Seeds, streams and samplers, promised bit for bit.
    .target(name: "RandomStreams", swiftSettings: walls),
    // Lives of installs under every arm, into exact mergeable tallies.
    .target(
      name: "Simulation", dependencies: ["ExperimentDesign", "PromptFlow", "RandomStreams"],
      swiftSettings: walls),
    // The only door to GSL's C names.
    .systemLibrary(
      name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"]), .brew(["gsl"])]),
    // GSL with Swift manners.
    .target(name: "GSLNumerics", dependencies: ["CGSL"], swiftSettings: walls),
    // From tallies to labelled estimates.
    .target(
      name: "Inference", dependencies: ["ExperimentDesign", "GSLNumerics", "TextFormats"],
      swiftSettings: walls),
    // What a real test recorded: tables of counts and event rows, read in bounded memory into checked
    // summaries with located problems.
    .target(name: "TestData", dependencies: ["TextFormats"], swiftSettings: walls),
    // A real test, analysed: numbers and enums. Never simulates.
    .target(
      name: "TestAnalysis",
      dependencies: [
        "ExperimentDesign", "GSLNumerics", "Inference", "TestData", "TextFormats",
      ],
      swiftSettings: walls),
    // Questions that need both a simulation and an inference, and how often the analyses are right.
    .target(
      name: "Studies",
      dependencies: [
        "ExperimentDesign", "GSLNumerics", "Inference", "PromptFlow", "RandomStreams", "Simulation",
        "TestAnalysis", "TestData", "TextFormats",
      ],
      swiftSettings: walls + light),
    // Experiments, an app's own files and its sources against the rules of the platform. No imports of the system's. It goes
    // through every byte of thousands of sources.
    .target(
      name: "PlatformChecks",
      dependencies: [
        "ExperimentDesign", "PromptFlow", "RandomStreams", "RuleBook", "Simulation", "TextFormats",
      ],
      swiftSettings: walls),
    // YAML to a validated experiment with located errors.
    .target(
      name: "ExperimentFiles",
      dependencies: [
        "EmbeddedFiles", "ExperimentDesign", "GSLNumerics", "Inference", "LocalFiles", "PromptFlow",
        "RuleBook",
        "TextFormats", .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: walls + light),
    // Runs and results in one SQLite file.
    .target(
      name: "ResultStore",
      dependencies: [
        "ExperimentDesign", "LocalFiles", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: walls),
    // Sections, tables, records and figures to plain text, CSV, JSON and HTML. Knows no result and no statistics.
    .target(
      name: "Rendering", dependencies: ["EmbeddedFiles", "TextFormats"], exclude: ["HTML/page.css"],
      swiftSettings: walls + light),
    // What is said of results: pure functions.
    .target(
      name: "Reviews",
      dependencies: [
        "EmbeddedFiles", "ExperimentDesign", "Inference", "PlatformChecks", "PromptFlow", "Rendering",
        "ResultStore", "RuleBook", "Simulation", "Studies", "TestAnalysis", "TestData", "TextFormats",
      ],
      exclude: ["Explain/glossary.md"], swiftSettings: walls + light),
    // The application without a terminal: what can be done with runs.
    .target(
      name: "Runs",
      dependencies: [
        "ExperimentDesign", "ExperimentFiles", "GSLNumerics", "Inference", "PlatformChecks", "ResultStore",
        "RuleBook", "Simulation", "Studies", "TextFormats",
      ],
      swiftSettings: walls + light),
    // The page on the loopback interface: what it asks, answered by what can be done with runs.
    .target(
      name: "Explore",
      dependencies: [
        "EmbeddedFiles", "ExperimentDesign", "ExperimentFiles", "PromptFlow", "Rendering", "ResultStore",
        "Reviews",
        "Runs",
        "Simulation", "Studies", "TextFormats",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      exclude: ["Page"], swiftSettings: walls + light),
    // Flags to plan to library calls to output.
    .target(
      name: "LabCommands",
      dependencies: [
        "EmbeddedFiles", "ExperimentDesign", "ExperimentFiles", "Explore", "GSLNumerics", "Inference",
        "LocalFiles",
        "PlatformChecks", "PromptFlow", "RandomStreams", "Rendering", "ResultStore", "Reviews", "RuleBook",
        "Runs",
        "Simulation", "Studies", "TestAnalysis", "TestData", "TextFormats",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: walls + light),
    // On Linux with the Swift runtime in it, so that it runs without a toolchain. Only its own file is compiled so
    // and only it is linked so: with `--static-swift-stdlib` everything would be, and again for the tests.
    .executableTarget(
      name: "att-lab", dependencies: ["LabCommands"],
      swiftSettings: walls + [.unsafeFlags(inside, .when(platforms: [.linux]))],
      linkerSettings: [.unsafeFlags(inside + small, .when(platforms: [.linux]))]),

    // The model page's closed forms, for tests to hold engines and estimators to.
    .target(name: "ModelOracles", path: "Tests/ModelOracles", swiftSettings: walls),
    // An install lived through on the machines alone. Its tests go with the libraries for apps, so it has their licence.
    .target(
      name: "FlowRehearsal", dependencies: ["PromptFlow"], path: "Tests/FlowRehearsal", exclude: ["LICENSE"],
      swiftSettings: walls),
    // A stream of random numbers, for tests that need one of their own.
    .target(name: "SeededNumbers", path: "Tests/SeededNumbers", swiftSettings: walls),
    // A folder for the files of one test.
    .target(name: "ScratchFolders", path: "Tests/ScratchFolders", swiftSettings: walls),
    // The plainest experiment, for tests to change what they are about.
    .target(
      name: "ExperimentSamples", dependencies: ["ExperimentDesign", "PromptFlow"],
      path: "Tests/ExperimentSamples", swiftSettings: walls),

    .testTarget(
      name: "PromptFlowTests", dependencies: ["FlowRehearsal", "PromptFlow"],
      swiftSettings: light),
    .testTarget(
      name: "PromptFlowStorageTests", dependencies: ["FlowRehearsal", "PromptFlow", "PromptFlowStorage"],
      swiftSettings: light),
    .testTarget(
      name: "PromptFlowAppleTests",
      dependencies: ["PromptFlow", "PromptFlowApple", "PromptFlowStorage", "PromptFlowTesting"],
      swiftSettings: light),
    .testTarget(name: "TextFormatsTests", dependencies: ["TextFormats"], swiftSettings: light),
    .testTarget(name: "RenderingTests", dependencies: ["Rendering", "TextFormats"], swiftSettings: light),
    .testTarget(name: "RuleBookTests", dependencies: ["RuleBook"], swiftSettings: light),
    .testTarget(
      name: "NewsSampleTests",
      dependencies: ["NewsSample", "PromptFlow", "PromptFlowApple", "PromptFlowTesting"], swiftSettings: light
    ),
    .testTarget(
      name: "PlatformChecksTests",
      dependencies: [
        "ExperimentDesign", "ExperimentFiles", "PlatformChecks", "PromptFlow", "RuleBook", "TextFormats",
      ], swiftSettings: light),
    .testTarget(
      name: "ExperimentDesignTests",
      dependencies: ["ExperimentDesign", "ExperimentSamples", "PromptFlow"], swiftSettings: light),
    .testTarget(
      name: "LocalFilesTests", dependencies: ["LocalFiles", "ScratchFolders", "TextFormats"],
      swiftSettings: light),
    .testTarget(name: "RandomStreamsTests", dependencies: ["RandomStreams"]),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "ExperimentDesign", "ExperimentFiles", "ExperimentSamples", "FlowRehearsal", "Inference",
        "ModelOracles",
        "PromptFlow", "RandomStreams", "SeededNumbers", "Simulation",
      ],
      resources: [.copy("Reference")]),
    .testTarget(name: "GSLNumericsTests", dependencies: ["GSLNumerics"]),
    .testTarget(
      name: "InferenceTests",
      dependencies: [
        "ExperimentDesign", "ExperimentSamples", "GSLNumerics", "Inference", "SeededNumbers",
      ],
      resources: [.copy("Reference")]),
    .testTarget(
      name: "TestDataTests",
      dependencies: ["FlowRehearsal", "PromptFlow", "SeededNumbers", "TestData", "TextFormats"],
      swiftSettings: light),
    .testTarget(
      name: "TestAnalysisTests",
      dependencies: [
        "ExperimentDesign", "Inference", "SeededNumbers", "TestAnalysis", "TestData", "TextFormats",
      ],
      swiftSettings: light),
    .testTarget(
      name: "StudiesTests",
      dependencies: [
        "ExperimentDesign", "ExperimentSamples", "GSLNumerics", "Inference", "PromptFlow", "Simulation",
        "Studies",
        "TestAnalysis", "TestData", "TextFormats",
      ]),
    .testTarget(
      name: "ExperimentFilesTests",
      dependencies: [
        "ExperimentDesign", "ExperimentFiles", "ExperimentSamples", "PromptFlow", "ScratchFolders",
        "SeededNumbers", "TextFormats",
      ],
      swiftSettings: light),
    .testTarget(
      name: "ResultStoreTests",
      dependencies: [
        "ExperimentDesign", "ExperimentSamples", "PromptFlow", "ResultStore", "ScratchFolders",
        "SeededNumbers",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["schema.sql"], swiftSettings: light),
    .testTarget(
      name: "ReviewsTests",
      dependencies: [
        "ExperimentDesign", "ExperimentSamples", "Inference", "PromptFlow", "Rendering", "ResultStore",
        "Reviews",
        "Simulation", "Studies", "TestAnalysis", "TestData", "TextFormats",
      ], swiftSettings: light),
    .testTarget(
      name: "RunsTests",
      dependencies: [
        "ExperimentDesign", "ExperimentFiles", "ExperimentSamples", "GSLNumerics", "Inference", "PromptFlow",
        "RandomStreams", "ResultStore", "Runs", "ScratchFolders", "SeededNumbers", "Simulation", "Studies",
        "TestAnalysis", "TestData", "TextFormats", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "ExploreTests",
      dependencies: [
        "ExperimentDesign", "ExperimentFiles", "Explore", "ResultStore", "Runs", "ScratchFolders", "Studies",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      exclude: ["Page"], swiftSettings: light),
    .testTarget(
      name: "LabCommandsTests",
      dependencies: [
        "ExperimentDesign", "ExperimentFiles", "ExperimentSamples", "LabCommands", "PromptFlow",
        "ResultStore", "Runs", "Studies", "TextFormats",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Goldens"], swiftSettings: light),
  ]
)
