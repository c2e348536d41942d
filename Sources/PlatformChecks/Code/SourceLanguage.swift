/// A language whose sources are looked through for calls.
public enum SourceLanguage: String, CaseIterable, Hashable, Sendable {
  case swift
  case objectiveC = "objective_c"
  case dart
  /// TypeScript and JavaScript, with their forms that hold markup.
  case typeScript = "typescript"

  /// The language of a file by its name; `nil` where it is none of these.
  public init?(path: String) {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch String(name[name.index(after: dot)...]) {
    case "swift": self = .swift
    case "m", "mm", "h": self = .objectiveC
    case "dart": self = .dart
    case "ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs": self = .typeScript
    case _: return nil
    }
  }

  /// Whether a comment can hold another one.
  var nestsComments: Bool {
    switch self {
    case .swift, .dart: true
    case .objectiveC, .typeScript: false
    }
  }
}
