import Foundation

/// A browser without a window, where the machine has one.
struct Browser {
  private let lab: Lab
  private let program: String

  /// `nil` where no Chromium is on the path.
  init?(_ lab: Lab) {
    guard let program = Self.program else { return nil }
    self.lab = lab
    self.program = program
  }

  /// Whether there is one.
  static var isThere: Bool { program != nil }

  private static let program: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in ["chromium", "chromium-browser", "google-chrome"] {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }()

  enum Appearance: String {
    case light = ""
    case dark = "--blink-settings=preferredColorScheme=0"
  }

  /// Loads a page of the lab's folder.
  ///
  /// - Returns: its elements once it has settled, and what it wrote to the console, a line each.
  func load(_ page: String, _ appearance: Appearance = .light) throws -> (elements: String, console: [String])
  {
    let outcome = try run(
      "--window-size=1200,900 --virtual-time-budget=5000 --enable-logging=stderr \(appearance.rawValue) --dump-dom",
      page)
    return (
      outcome.output,
      outcome.errors.split(separator: "\n").filter { $0.contains(":CONSOLE") }.map(String.init)
    )
  }

  /// How many pages a page of the lab's folder prints on.
  func printedPages(_ page: String) throws -> Int {
    _ = try run("--no-pdf-header-footer --print-to-pdf=printed.pdf", page)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: lab.path("printed.pdf")))
    return String(decoding: bytes, as: UTF8.self).matches(of: /\/Type\s*\/Page\b/).count
  }

  private func run(_ options: String, _ page: String) throws -> Lab.Outcome {
    try lab.shell(
      "'\(program)' --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run "
        + "--disable-background-networking --disable-component-update --user-data-dir=.browser "
        + "--lang=en \(options) 'file://\(lab.path(page))'")
  }
}
