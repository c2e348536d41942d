// swift-tools-version: 6.1
import PackageDescription

// Measures the built binary from outside, as a user runs it: nothing of the package above is built for it.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  targets: [.executableTarget(name: "bench")]
)
