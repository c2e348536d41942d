import Testing

@testable import PlatformChecks

/// A text of usage in which nothing is to be found.
let goodUsage = "Shows you ads for topics you read about, such as concerts near you."

/// A key of a property list with its text.
func key(_ name: String, _ text: String) -> String { "<key>\(name)</key><string>\(text)</string>" }

/// The usage string in an Info.plist.
func usage(_ text: String = goodUsage) -> String { key("NSUserTrackingUsageDescription", text) }

struct NoAppFile: Error {}

extension AppFile {
  /// A file of the kind that its path says.
  static func made(_ text: String, _ path: String) throws -> AppFile {
    guard case .file(let kind)? = AppProject.role(of: path, isNamed: true) else { throw NoAppFile() }
    return try kind == .projectSpec
      ? specification(text, path) : AppFile(Array(text.utf8), path: path, kind: kind)
  }

  /// An Info.plist, whatever its path says.
  static func plist(_ body: String, _ path: String = "App/Info.plist") throws -> AppFile {
    try AppFile(Array("<plist><dict>\(body)</dict></plist>".utf8), path: path, kind: .infoPlist)
  }

  /// The usage string in a language.
  static func strings(_ text: String, _ language: String) throws -> AppFile {
    try made(CleanApp.catalogText(text), "\(language).lproj/InfoPlist.strings")
  }

  /// A catalogue with the usage string in some languages.
  static func catalogue(_ units: String) throws -> AppFile {
    try made(
      #"{"strings": {"NSUserTrackingUsageDescription": {"localizations": {\#(units)}}}}"#,
      "InfoPlist.xcstrings")
  }
}

extension AppProject {
  init(files: [AppFile], sources: [SourceText] = []) {
    self.init()
    (self.files, self.sources) = (files, sources)
  }
}

/// Why a file `f` cannot be read; `nil` where it can.
func problem(_ bytes: [UInt8], _ kind: AppFile.Kind) -> String? {
  do {
    _ = try AppFile(bytes, path: "f", kind: kind)
    return nil
  } catch {
    return "\(error)"
  }
}

func problem(_ text: String, _ kind: AppFile.Kind = .infoPlist) -> String? { problem(Array(text.utf8), kind) }
