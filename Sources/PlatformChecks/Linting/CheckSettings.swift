package import ExperimentDesign
import RuleBook
package import TextFormats

/// What a team decided of checks: `.att-lab.yml`, and a baseline.
public struct CheckSettings: Sendable {
  package var disabled: Set<String> = []
  /// What rules cost in place of what they cost otherwise.
  package var severity: [String: Severity] = [:]
  /// Paths that are left out, from the folder of the file of settings; `*` stands for any letters of one name, `**` for
  /// any folders.
  package var exclude: [String] = []
  /// Whether warnings fail as errors do.
  package var isStrict = false
  /// Findings that were there before, with how often each was: by their fingerprints.
  package var known: [String: Int] = [:]

  /// Nothing set.
  public init() {}

  /// Reads the settings of a mapping.
  ///
  /// - Throws: ``FileProblem`` for the first key or value that is none.
  package init(_ root: PropertyValue, path: String) throws(FileProblem) {
    try FileProblem.located(in: path) { () throws(FileProblem) in
      for entry in root.entries { try take(entry) }
    }
  }

  private mutating func take(_ entry: PropertyValue.Entry) throws(FileProblem) {
    let value = entry.value
    switch entry.key {
    case "disabled": disabled.formUnion(try value.texts("rules", Self.rule))
    case "exclude": exclude = try value.texts("paths") { text, _ in text }
    case "strict":
      let words = ["true": true, "yes": true, "false": false, "no": false]
      guard let flag = value.flag ?? words[value.text?.lowercased() ?? ""] else {
        throw FileProblem(entry.line, "'strict' expects true or false, found \(value.cited)")
      }
      isStrict = flag
    case "severity":
      guard case .mapping(let rules) = value.content else {
        throw FileProblem(
          entry.line, "'severity' expects a mapping such as L14: warning, found \(value.kind)")
      }
      for rule in rules {
        guard let severity = rule.value.text.flatMap(Severity.init(rawValue:)) else {
          throw FileProblem(rule.line, "expected error, warning or note, found \(rule.value.cited)")
        }
        self.severity[try Self.rule(rule.key, rule.line)] = severity
      }
    case let key:
      let meant = suggestion(for: key, among: ["disabled", "exclude", "severity", "strict"])
      throw FileProblem(entry.line, "unknown key \(key.cited).\(meant)")
    }
  }

  private static func rule(_ tag: String, _ line: Int) throws(FileProblem) -> String {
    if Pitfall.tagged(tag) != nil { return tag }
    throw FileProblem(line, "\(tag.cited) is no rule; rules are L1 to L\(Pitfall.all.count) and R93")
  }

  package func excludes(_ path: String) -> Bool {
    let path = path.names.joined(separator: "/")[...]
    return exclude.contains { Self.matches(path, $0.names.joined(separator: "/")[...]) }
  }

  private static func matches(_ path: Substring, _ pattern: Substring) -> Bool {
    // A folder stands for all that is in it.
    guard let first = pattern.first else { return path.isEmpty || path.first == "/" }
    guard first == "*" else { return path.first == first && matches(path.dropFirst(), pattern.dropFirst()) }
    let isDeep = pattern.hasPrefix("**")
    let rest = isDeep ? pattern.drop { $0 == "*" }.drop { $0 == "/" } : pattern.dropFirst()
    var left = path
    while !matches(left, rest) {
      guard let next = left.first, isDeep || next != "/" else { return false }
      left = isDeep ? left.drop { $0 != "/" }.dropFirst() : left.dropFirst()
    }
    return true
  }

  /// Takes the findings of an earlier run, as JSON, for known.
  ///
  /// - Throws: ``FileProblem`` for what is none.
  package mutating func know(_ bytes: [UInt8], path: String) throws(FileProblem) {
    let findings = try FileProblem.located(in: path) { () throws(FileProblem) in
      guard let found = try PropertyValue(decodedText(bytes), .json)["findings"]?.items else {
        throw FileProblem(0, "expected what 'att-lab check --format json' writes, found no findings")
      }
      return found
    }
    for finding in findings { known[finding["fingerprint"]?.text ?? "", default: 0] += 1 }
  }

  /// The findings that are left, with what they cost here and whether they are accepted.
  func judged(_ found: [Finding], _ suppressions: [Suppression]) -> [Finding] {
    let suppressions = Dictionary(grouping: suppressions) { $0.place.file }
    var known = known
    return found.filter { !disabled.contains($0.rule) }.map { finding in
      var finding = finding
      if let severity = severity[finding.rule] { finding.severity = severity }
      finding.accepted =
        suppressions[finding.file]?.first { $0.accepts(finding) }?.reason ?? finding.accepted
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

  /// What each text of a list stands for.
  fileprivate func texts(
    _ what: String, _ meaning: (String, Int) throws(FileProblem) -> String
  ) throws(FileProblem) -> [String] {
    guard let items else { throw FileProblem(line, "expected a list of \(what), found \(kind)") }
    return try items.map { item throws(FileProblem) in
      guard let text = item.text else {
        throw FileProblem(item.line, "expected \(what), found \(item.kind)")
      }
      return try meaning(text, item.line)
    }
  }
}
