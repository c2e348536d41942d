import ExperimentDesign
import ExperimentFiles
import Foundation
import LocalFiles
import PlatformChecks
import RuleBook
import TextFormats

/// `.att-lab.yml`, found in the folder of what is checked or in one above it.
struct TeamSettings {
  private(set) var settings = CheckSettings()
  /// The folder that its paths start from.
  private var folder = ""
  /// What its team leaves out, by the paths from that folder.
  private var excluded: [Regex<AnyRegexOutput>] = []

  private static let name = ".att-lab.yml"

  /// - Parameter path: what is checked.
  /// - Throws: `FileProblem` or `FileProblems` for a file that is none.
  init(above path: String, baseline: String?) throws {
    if let file = Self.file(above: path) {
      folder = String(file.dropLast(Self.name.count))
      // It is named as somebody would open it from here.
      let here = FileManager.default.currentDirectoryPath + "/"
      let named = file.hasPrefix(here) ? String(file.dropFirst(here.count)) : file
      if let root = try PropertyValue(yaml: try Self.bytes(file, called: named), file: named) {
        try FileProblem.located(in: named) { () throws(FileProblem) in
          for value in root.members { try take(value) }
        }
      }
    }
    if let baseline {
      let bytes = try Self.bytes(baseline, called: baseline)
      let findings = try FileProblem.located(in: baseline) { () throws(FileProblem) in
        guard let found = try PropertyValue(json: String(decoding: bytes, as: UTF8.self))["findings"]?.items
        else {
          throw FileProblem(0, "expected what 'att-lab check --format json' writes, found no findings")
        }
        return found
      }
      for finding in findings { settings.known[finding["fingerprint"]?.text ?? "", default: 0] += 1 }
    }
  }

  private mutating func take(_ value: PropertyValue) throws(FileProblem) {
    switch value.key {
    case "disabled": settings.disabled = Set(try value.texts("rules").map(Self.rule))
    case "exclude": excluded = try value.texts("paths").map { Self.form(of: $0.text) }
    case "strict":
      let words = ["true": true, "yes": true, "false": false, "no": false]
      guard let flag = value.flag ?? words[value.text?.lowercased() ?? ""] else {
        throw FileProblem(value.line, "'strict' expects true or false, found \(value.cited)")
      }
      settings.isStrict = flag
    case "severity":
      guard case .mapping(let rules) = value.content else {
        throw FileProblem(
          value.line, "'severity' expects a mapping such as L14: warning, found \(value.kind)")
      }
      for rule in rules {
        guard let severity = rule.text.flatMap(Severity.init(rawValue:)) else {
          throw FileProblem(rule.line, "expected error, warning or note, found \(rule.cited)")
        }
        settings.severity[try Self.rule(rule.key, rule.line)] = severity
      }
    case let key:
      let meant = suggestion(for: key, among: ["disabled", "exclude", "severity", "strict"])
      throw FileProblem(value.line, "unknown key \(key.cited).\(meant)")
    }
  }

  private static func rule(_ tag: String, _ line: Int) throws(FileProblem) -> String {
    if Pitfall.tagged(tag) != nil { return tag }
    throw FileProblem(line, "\(tag.cited) is no rule; rules are L1 to L\(Pitfall.all.count) and R93")
  }

  /// Whether the team leaves a path out.
  func excludes(_ path: String) -> Bool {
    guard !excluded.isEmpty else { return false }
    let whole = URL(fileURLWithPath: path).standardizedFileURL.path
    return whole.hasPrefix(folder)
      && excluded.contains { Self.isOf(String(whole.dropFirst(folder.count)), $0) }
  }

  /// What paths a pattern is about: `*` stands for any letters of one name, `**` for any folders, and a folder for all
  /// that is in it.
  static func form(of pattern: String) -> Regex<AnyRegexOutput> {
    let names = pattern.split(separator: "/").filter { $0 != "." }.map { name in
      name == "**"
        ? "(?:[^/]+/)*"
        : name.split(separator: "*", omittingEmptySubsequences: false)
          .map { "\\Q\($0)\\E" }.joined(separator: "[^/]*") + "/"
    }
    // A name with the mark that ends a quoted one is no path.
    return (try? Regex(names.joined())) ?? Regex(/(?!)/)
  }

  static func isOf(_ path: String, _ form: Regex<AnyRegexOutput>) -> Bool {
    "\(path)/".prefixMatch(of: form) != nil
  }

  /// The nearest one; of a repository no further than its own folder.
  private static func file(above path: String) -> String? {
    var folder = URL(fileURLWithPath: path == "-" ? "." : path).standardizedFileURL
    while true {
      let file = folder.appendingPathComponent(name).path
      if FileManager.default.fileExists(atPath: file) { return file }
      if folder.path == "/"
        || FileManager.default.fileExists(atPath: folder.appendingPathComponent(".git").path)
      {
        return nil
      }
      folder = folder.deletingLastPathComponent().standardizedFileURL
    }
  }

  private static func bytes(_ path: String, called name: String) throws(FileProblem) -> [UInt8] {
    try FileProblem.located(in: name) { () throws(FileProblem) in
      try InputFile(path).bytes(atMost: AppFile.largest)
    }
  }
}

extension PropertyValue {
  fileprivate var cited: String { text?.cited ?? kind }

  fileprivate func texts(_ what: String) throws(FileProblem) -> [(text: String, line: Int)] {
    guard let items else { throw FileProblem(line, "expected a list of \(what), found \(kind)") }
    return try items.map { item throws(FileProblem) in
      guard let text = item.text else {
        throw FileProblem(item.line, "expected \(what), found \(item.kind)")
      }
      return (text, item.line)
    }
  }
}
