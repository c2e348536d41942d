// swift-tools-version: 6.1
import PackageDescription

// Coverage-guided fuzzing of everything that reads bytes from outside. Built by scripts/fuzz alone, with
// the sanitizers' flags; nothing of the package above depends on it.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "att-lab", path: "..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "PromptFlow", package: "att-lab"),
        .product(name: "Readers", package: "att-lab"),
      ])
  ]
)
