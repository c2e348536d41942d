import Foundation

/// A program that is run to its end, its standard output kept.
struct Command {
  let executable: String

  /// A run that did not end as it should.
  struct Failure: Error, CustomStringConvertible {
    let executable: String
    let arguments: [String]
    let reason: String

    var description: String {
      "`\(executable) \(arguments.joined(separator: " "))` \(reason)"
    }
  }

  /// What a run wrote, how long it took, and what it held.
  struct Outcome {
    let output: Data
    let elapsed: Duration
    /// The most memory the program held at once, in bytes.
    let peakMemory: Int
  }

  /// Runs the program, its output going to a file; its messages go where ours go.
  ///
  /// The system calls themselves and not `Process`: that takes tens of milliseconds to notice the
  /// end of a program, and cannot tell what one program held.
  ///
  /// - Throws: ``Failure`` where it cannot start or ends with anything but 0.
  func run(_ arguments: [String], output: URL) throws -> Outcome {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

    var words = ([executable] + arguments).map { strdup($0) } + [nil]
    var environment = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + environment).forEach { free($0) } }

    let clock = ContinuousClock()
    let start = clock.now
    var child: pid_t = 0
    let code = posix_spawn(&child, executable, &actions, nil, &words, &environment)
    guard code == 0 else {
      throw Failure(
        executable: executable, arguments: arguments,
        reason: "did not start: \(String(cString: strerror(code)))")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) == -1 && errno == EINTR {}
    let elapsed = clock.now - start
    guard status == 0 else {
      // The exit code stands in the second byte, a signal in the first.
      throw Failure(
        executable: executable, arguments: arguments,
        reason: "ended with \(status >> 8), signal \(status & 0x7f)")
    }
    #if canImport(Darwin)
      let unit = 1
    #else
      let unit = 1024
    #endif
    return Outcome(
      output: try Data(contentsOf: output), elapsed: elapsed,
      peakMemory: Int(usage.ru_maxrss) * unit)
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
