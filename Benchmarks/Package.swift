// swift-tools-version: 6.1
import PackageDescription

// `bench` measures the built binary from outside, as a user runs it, and depends on nothing of the
// package above. `coverage` enumerates and simulates what the methods of `Inference` and the verdicts of `TestAnalysis` really do. Nothing above
// depends on either.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "att-lab", path: "..")],
  targets: [
    .executableTarget(name: "bench"),
    .executableTarget(
      name: "coverage", dependencies: [.product(name: "Inference", package: "att-lab")]),
  ]
)
