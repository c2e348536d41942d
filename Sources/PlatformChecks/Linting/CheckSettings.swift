public import ExperimentDesign
import RuleBook
import TextFormats

/// What a team decided of checks: `.att-lab.yml`, and a baseline.
public struct CheckSettings: Sendable {
  /// Rules that are not looked for.
  public var disabled: Set<String> = []
  /// What rules cost in place of what they cost otherwise.
  public var severity: [String: Severity] = [:]
  /// Paths that are left out, from the folder of the file of settings; `*` stands for any letters of one name, `**` for
  /// any folders.
  public var exclude: [String] = []
  /// Whether warnings fail as errors do.
  public var isStrict = false
  /// Findings that were there before, with how often each was: by their fingerprints.
  public var known: [String: Int] = [:]

  /// Nothing set.
  public init() {}

  /// Reads the settings of a mapping.
  ///
  /// - Throws: ``AppFileProblem`` for the first key or value that is none.
  public init(_ root: PropertyValue, path: String) throws(AppFileProblem) {
    self = try AppFileProblem.located(in: path) { () throws(AppFileProblem) in try CheckSettings(root) }
  }

  private init(_ root: PropertyValue) throws(AppFileProblem) {
    for entry in root.entries {
      let value = entry.value
      switch entry.key {
      case "disabled":
        for (text, line) in try Self.texts(value, of: "rules") { disabled.insert(try Self.rule(text, line)) }
      case "exclude": exclude = try Self.texts(value, of: "paths").map(\.text)
      case "strict":
        let words = ["true": true, "yes": true, "false": false, "no": false]
        guard let flag = value.flag ?? words[value.text?.lowercased() ?? ""] else {
          throw AppFileProblem(entry.line, "'strict' expects true or false, found \(value.cited)")
        }
        isStrict = flag
      case "severity":
        guard case .mapping(let rules) = value.content else {
          throw AppFileProblem(
            entry.line, "'severity' expects a mapping such as L14: warning, found \(value.kind)")
        }
        for rule in rules {
          guard let severity = rule.value.text.flatMap(Severity.init(rawValue:)) else {
            throw AppFileProblem(rule.line, "expected error, warning or note, found \(rule.value.cited)")
          }
          self.severity[try Self.rule(rule.key, rule.line)] = severity
        }
      case _:
        let keys = ["disabled", "exclude", "severity", "strict"]
        let meant = nearestWord(to: entry.key, among: keys).map { ". Did you mean '\($0)'?" } ?? ""
        throw AppFileProblem(
          entry.line, "unknown key \(entry.key.cited)\(meant) Keys are \(keys.joined(separator: ", "))")
      }
    }
  }

  private static func texts(
    _ value: PropertyValue, of what: String
  ) throws(AppFileProblem) -> [(text: String, line: Int)] {
    guard let items = value.items else {
      throw AppFileProblem(value.line, "expected a list of \(what), found \(value.kind)")
    }
    if let other = items.first(where: { $0.text == nil }) {
      throw AppFileProblem(other.line, "expected \(what), found \(other.kind)")
    }
    return items.map { ($0.text ?? "", $0.line) }
  }

  private static func rule(_ text: String, _ line: Int) throws(AppFileProblem) -> String {
    if Pitfall.tagged(text) != nil { return text }
    throw AppFileProblem(line, "\(text.cited) is no rule; rules are L1 to L\(Pitfall.all.count) and R93")
  }

  /// Whether a path from the folder of the settings is left out.
  public func excludes(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return exclude.contains { pattern in
      let wanted = pattern.split(separator: "/").filter { $0 != "." }
      // A folder stands for all that is in it.
      return (1...max(1, parts.count)).contains { matches(parts.prefix($0), wanted[...]) }
    }
  }

  private func matches(_ parts: ArraySlice<Substring>, _ pattern: ArraySlice<Substring>) -> Bool {
    guard let first = pattern.first else { return parts.isEmpty }
    let rest = pattern.dropFirst()
    if first == "**" { return (parts.startIndex...parts.endIndex).contains { matches(parts[$0...], rest) } }
    return parts.first.map { Self.matches($0[...], first[...]) } == true && matches(parts.dropFirst(), rest)
  }

  private static func matches(_ name: Substring, _ pattern: Substring) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" { return (0...name.count).contains { matches(name.dropFirst($0), rest) } }
    return name.first == first && matches(name.dropFirst(), rest)
  }

  /// Takes the findings of an earlier run, as JSON, for known.
  ///
  /// - Throws: ``AppFileProblem`` for what is none.
  public mutating func know(_ bytes: [UInt8], path: String) throws(AppFileProblem) {
    let findings = try AppFileProblem.located(in: path) { () throws(AppFileProblem) in
      guard let found = try PropertyValue(json: try decodedText(bytes))["findings"]?.items else {
        throw AppFileProblem(0, "expected what 'att-lab check --format json' writes, found no findings")
      }
      return found
    }
    for finding in findings { known[finding["fingerprint"]?.text ?? "", default: 0] += 1 }
  }

  /// The findings that are left, with what they cost here and whether they are accepted.
  func judged(_ found: [AppFinding], _ suppressions: [Suppression]) -> [AppFinding] {
    let suppressions = Dictionary(grouping: suppressions) { $0.place.file }
    var known = known
    return found.filter { !disabled.contains($0.rule) }.map { finding in
      var finding = finding
      if let severity = severity[finding.rule] { finding.severity = severity }
      if let comment = suppressions[finding.file]?.first(where: { $0.accepts(finding) }) {
        finding.accepted = comment.reason
      }
      if finding.accepted == nil, let left = known[finding.fingerprint], left > 0 {
        known[finding.fingerprint] = left - 1
        finding.accepted = "in the baseline"
      }
      return finding
    }
  }
}

extension PropertyValue {
  fileprivate var cited: String { text?.cited ?? kind }
}
