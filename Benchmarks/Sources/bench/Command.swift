import Foundation

/// A program that is run to its end, its standard output kept.
struct Command {
  let executable: URL

  /// How a run ended that should not have.
  struct Failure: Error, CustomStringConvertible {
    let arguments: [String]
    let status: Int32

    var description: String {
      "`att-lab \(arguments.joined(separator: " "))` ended with \(status)"
    }
  }

  /// What a run wrote and how long it took.
  struct Outcome {
    let output: Data
    let elapsed: Duration
  }

  /// Runs the program; its messages go where ours go.
  ///
  /// - Throws: ``Failure`` where it ends with anything but 0.
  func run(_ arguments: [String]) throws -> Outcome {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    let clock = ContinuousClock()
    let start = clock.now
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let elapsed = clock.now - start
    guard process.terminationStatus == 0 else {
      throw Failure(arguments: arguments, status: process.terminationStatus)
    }
    return Outcome(output: output, elapsed: elapsed)
  }

  /// The most memory that any program run so far held at once, in bytes.
  static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_CHILDREN, &usage)
      return Int(usage.ru_maxrss)  // bytes
    #else
      getrusage(RUSAGE_CHILDREN.rawValue, &usage)
      return Int(usage.ru_maxrss) * 1024  // kilobytes
    #endif
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
