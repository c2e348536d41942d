// swift-tools-version: 6.1
import PackageDescription

/// Imports are internal unless said otherwise, and a member is visible only
/// where its module is imported.
let walls: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "PromptFlow",
  platforms: [.iOS(.v15), .macCatalyst(.v15), .macOS(.v15), .tvOS(.v15), .visionOS(.v1)],
  products: [
    .library(name: "PromptFlow", targets: ["PromptFlow"]),
    .library(name: "PromptFlowStorage", targets: ["PromptFlowStorage"]),
    .library(name: "PromptFlowApple", targets: ["PromptFlowApple"]),
    .library(name: "PromptFlowTesting", targets: ["PromptFlowTesting"]),
  ],
  targets: [
    .target(name: "PromptFlow", swiftSettings: walls),
    .target(
      name: "PromptFlowStorage", dependencies: ["PromptFlow"], resources: [.copy("PrivacyInfo.xcprivacy")],
      swiftSettings: walls),
    .target(
      name: "PromptFlowApple", dependencies: ["PromptFlow", "PromptFlowStorage"],
      resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: walls),
    .target(
      name: "PromptFlowTesting", dependencies: ["PromptFlow", "PromptFlowApple"], swiftSettings: walls),
    .target(
      name: "NewsSample", dependencies: ["PromptFlow", "PromptFlowApple", "PromptFlowStorage"],
      swiftSettings: walls),
    .testTarget(name: "PromptFlowTests", dependencies: ["PromptFlow"]),
    .testTarget(name: "PromptFlowStorageTests", dependencies: ["PromptFlow", "PromptFlowStorage"]),
    .testTarget(
      name: "PromptFlowAppleTests",
      dependencies: ["PromptFlow", "PromptFlowApple", "PromptFlowStorage", "PromptFlowTesting"]),
    .testTarget(
      name: "NewsSampleTests",
      dependencies: ["NewsSample", "PromptFlow", "PromptFlowApple", "PromptFlowTesting"]),
  ]
)
