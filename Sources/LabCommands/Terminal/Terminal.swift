import Foundation
import Rendering

/// What is known of the terminal, if there is one.
enum Terminal {
  static var hasErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether somebody is there to answer a question.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && hasErrorTerminal }

  /// Asks a question; only `y` or `yes` is yes.
  static func asks(_ question: String) -> Bool {
    StandardStreams.error(question.withoutControlCharacters())
    let answer = readLine() ?? ""
    return ["y", "yes"].contains(answer.lowercased().trimmingCharacters(in: .whitespaces))
  }

  /// Opens a page in the browser.
  static func browse(_ address: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    #if os(macOS)
      process.arguments = ["open", address]
    #else
      process.arguments = ["xdg-open", address]
    #endif
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      StandardStreams.message("No browser could be opened. Open the address by hand.")
    }
  }

  /// The style of results: wide as the terminal, coloured unless `NO_COLOR` is set.
  static var outputStyle: ReviewStyle {
    guard isatty(STDOUT_FILENO) == 1 else { return .plain }
    let environment = ProcessInfo.processInfo.environment
    // NO_COLOR counts when it is there and not empty (no-color.org).
    let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
    return ReviewStyle(width: columns(STDOUT_FILENO) ?? 80, isColoured: !isPlain)
  }

  /// The width of the terminal behind a descriptor.
  static func columns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
