// swift-tools-version: 6.1
import PackageDescription

// Measures the built binary from outside, as a user runs it. It therefore depends on nothing of
// the package above it, and nothing above depends on it.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  targets: [.executableTarget(name: "bench")]
)
