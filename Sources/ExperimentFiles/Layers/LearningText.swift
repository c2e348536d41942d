public import ExperimentDesign
import Foundation

/// What data have taught of a population's numbers, as a file is to say it.
public struct LearnedNumbers: Hashable, Sendable {
  /// One number on its scale.
  public struct Member: Hashable, Sendable {
    /// The path in the file.
    public var path: String
    /// The scale on which it is normal.
    public var scale: JointDistribution.Scale
    /// The mean on the scale.
    public var mean: Double
    /// Where it comes from: the data, or what it came from before; `nil` for nothing.
    public var evidence: Evidence?

    /// The parts, unchanged.
    public init(path: String, scale: JointDistribution.Scale, mean: Double, evidence: Evidence?) {
      self.path = path
      self.scale = scale
      self.mean = mean
      self.evidence = evidence
    }
  }

  /// The numbers that are drawn together.
  public var members: [Member]
  /// Of the members, by rows.
  public var covariance: [[Double]]
  /// What stands above them, a line each.
  public var comment: [String]

  /// The parts, unchanged.
  public init(members: [Member], covariance: [[Double]], comment: [String]) {
    self.members = members
    self.covariance = covariance
    self.comment = comment
  }
}

extension Evidence {
  /// Evidence of the app's own data.
  ///
  /// - Parameters:
  ///   - source: who counted what.
  ///   - denominator: the people that were counted.
  public static func measured(source: String, date: String?, denominator: String) -> Evidence {
    Evidence(grade: .measured, source: source, date: date, denominator: denominator)
  }
}

/// The parts of a file that are written anew where data have taught something of its numbers.
struct LearningText: Hashable, Sendable {
  private let sections: FileSections
  private let adjust: LocatedNode?
  private let words: [String: LocatedNode]
  private let scenarios: LocatedNode?

  /// Keys of numbers that belong to texts, not to people.
  private static let wordKeys = ["usage_strings", "pre_prompts"]

  init(_ root: LocatedNode) {
    sections = FileSections(of: root)
    adjust = root["adjust"]
    scenarios = root["scenarios"]
    words = Dictionary(uniqueKeysWithValues: Self.wordKeys.compactMap { key in root[key].map { (key, $0) } })
  }

  /// Where a number is written: in the population or in one of its segments, in a scenario, or in a text's section.
  private enum Place: Hashable {
    case people(segment: String?)
    case scenario(String)
    case words(String)
  }

  private func place(of path: String) -> (place: Place, keys: [String])? {
    let keys = path.split(separator: ".").map(String.init)
    guard let first = keys.first else { return nil }
    if Self.wordKeys.contains(first) { return (.words(first), keys) }
    if first == "arms" { return nil }
    if first == "scenarios" {
      // A scenario's name may have dots. Segments of one have no place.
      let names = scenarios?.entries.map(\.key).filter { path.hasPrefix("scenarios.\($0).") } ?? []
      let name = names.max { $0.count < $1.count }
      guard let name else { return nil }
      let own = path.dropFirst("scenarios.\(name).".count).split(separator: ".").map(String.init)
      return own.first == "segments" ? nil : (.scenario(name), own)
    }
    if first == "segments", keys.count > 2 {
      return (.people(segment: keys[1]), Array(keys.dropFirst(2)))
    }
    return (.people(segment: nil), keys)
  }

  /// Whether a number has a place in the file at which data can speak of it.
  func canWrite(_ path: String) -> Bool { place(of: path) != nil }

  /// The text with what was learnt written over what it assumes; the rest stays as it is written.
  ///
  /// - Returns: `nil` where two of the file's own keys stand in one line.
  func text(_ text: String, learning numbers: LearnedNumbers) -> String? {
    var members: [Place: [(position: Int, path: String)]] = [:]
    var order: [Place] = []
    for (position, member) in numbers.members.enumerated() {
      guard let (place, keys) = place(of: member.path) else { continue }
      if members[place] == nil { order.append(place) }
      let path = if case .words = place { member.path } else { keys.joined(separator: ".") }
      members[place, default: []].append((position, path))
    }
    var replaced: Set = ["adjust"]
    var added: [String] = []
    for case .words(let key) in order {
      guard var node = words[key] else { continue }
      for member in members[.words(key)] ?? [] {
        let keys = member.path.split(separator: ".").dropFirst().map(String.init)
        node.set(numbers.law(member.position, at: node.point), at: keys[...])
      }
      replaced.insert(key)
      added += ["", "\(key):"] + node.lines.map { "  \($0)" }
    }
    let own = members.filter { if case .scenario = $0.key { true } else { false } }
    if !own.isEmpty {
      replaced.insert("scenarios")
      added += ["", "scenarios:"]
      for scenario in scenarios?.entries ?? [] {
        guard let learned = own[.scenario(scenario.key)] else {
          added.append("  \(yamlWord(scenario.key)): \(scenario.value.writtenText)")
          continue
        }
        added.append("  \(yamlWord(scenario.key)):")
        added += numbers.layer(scenario.value, learning: learned).map { "    \($0)" }
      }
    }
    guard var lines = sections.lines(of: text, without: replaced) else { return nil }
    lines += added + ["", "adjust:"]
    lines += adjusted(numbers, members, order)
    return lines.joined(separator: "\n") + "\n"
  }

  private func adjusted(
    _ numbers: LearnedNumbers, _ members: [Place: [(position: Int, path: String)]], _ order: [Place]
  ) -> [String] {
    let learned = members[.people(segment: nil)] ?? []
    let old = adjust?.without(learned.map(\.path) + conditions(of: learned)).entries ?? []
    var lines: [String] = []
    for entry in old where !["joint", "evidence", "segments"].contains(entry.key) {
      lines.append("  \(yamlWord(entry.key)): \(entry.value.writtenText)")
    }
    var segments = (adjust?["segments"]?.entries ?? []).map(\.key)
    for case .people(let segment?) in order where !segments.contains(segment) { segments.append(segment) }
    if !segments.isEmpty {
      lines.append("  segments:")
      for segment in segments {
        lines.append("    \(yamlWord(segment)):")
        let (own, learned) = (adjust?["segments"]?[segment], members[.people(segment: segment)])
        lines += (learned.map { numbers.layer(own, learning: $0) } ?? own?.lines ?? []).map { "      \($0)" }
      }
    }
    let others = order.filter { place in
      switch place {
      case .people(segment: _?), .scenario: false
      case .people(segment: nil), .words: true
      }
    }.flatMap { members[$0] ?? [] }
    lines += numbers.evidence(others, over: adjust?["evidence"]).map { "  \($0)" }
    lines += numbers.comment.map { "  # \($0)" }
    return lines + (members[.people(segment: nil)].map(numbers.joint) ?? []).map { "  \($0)" }
  }
}

/// Figures that condition learnt numbers no more, because what was learnt has them in it.
private func conditions(of members: [(position: Int, path: String)]) -> [String] {
  members.contains { $0.path.hasPrefix("sessions.") } ? ["retention"] : []
}

extension LocatedNode {
  /// A layer without the numbers at some paths, and without the sections that this leaves empty.
  ///
  /// What is learnt of them stands in a joint, beside which they would have no effect.
  fileprivate func without(_ paths: [String]) -> LocatedNode {
    paths.reduce(self) { $0.without($1.split(separator: ".").map(String.init)[...]) }
  }

  private func without(_ path: ArraySlice<String>) -> LocatedNode {
    guard let key = path.first, let child = self[key] else { return self }
    var node = self
    let rest = path.dropFirst()
    let less = rest.isEmpty ? child : child.without(rest)
    node[key] = rest.isEmpty || (less.entries.isEmpty && !child.entries.isEmpty) ? nil : less
    return node
  }
}

extension LearnedNumbers {
  /// A layer of the population, such as a segment's, with its learnt numbers drawn together, line by line.
  fileprivate func layer(
    _ old: LocatedNode?, learning members: [(position: Int, path: String)]
  ) -> [String] {
    // Evidence of a layer below the one that writes a number is about another number.
    (old?.without(members.map(\.path) + conditions(of: members)).entries ?? []).filter {
      !["joint", "evidence"].contains($0.key)
    }.map {
      "\(yamlWord($0.key)): \($0.value.writtenText)"
    } + evidence(members, over: old?["evidence"]) + joint(members)
  }

  /// The numbers at these positions as a joint distribution, line by line.
  fileprivate func joint(_ members: [(position: Int, path: String)]) -> [String] {
    func list(_ words: [String]) -> String { "[\(words.joined(separator: ", "))]" }
    let positions = members.map(\.position)
    let paths = ["joint:", "  - paths: \(list(members.map(\.path)))"]
    return paths + [
      "    scale: \(list(positions.map { self.members[$0].scale.rawValue }))",
      "    mean: \(list(positions.map { self.members[$0].mean.sixDigits }))", "    covariance:",
    ]
      + positions.map { row in
        "      - \(list(positions.map { covariance[row][$0].sixDigits }))"
      }
  }

  /// The evidence of the numbers at these positions, and what there is of others, line by line.
  fileprivate func evidence(
    _ members: [(position: Int, path: String)], over old: LocatedNode?
  ) -> [String] {
    let kept = (old?.entries ?? []).filter { entry in !members.contains { $0.path == entry.key } }
    let lines =
      kept.map { "  \(yamlWord($0.key)): \($0.value.writtenText)" }
      + members.compactMap { member in
        self.members[member.position].evidence.map { "  \(member.path): \($0.flowText)" }
      }
    return lines.isEmpty ? [] : ["evidence:"] + lines
  }

  /// One number apart from the others.
  fileprivate func law(_ position: Int, at point: SourcePoint) -> LocatedNode {
    let (member, deviation) = (members[position], covariance[position][position].squareRoot())
    let form: (name: String, middle: Double) =
      switch member.scale {
      case .log: ("lognormal", exp(member.mean))
      case .identity, .logit: ("normal", member.mean)
      }
    let items = [form.middle.sixDigits, deviation.sixDigits].map {
      LocatedNode(content: .scalar($0, isPlain: true), point: point)
    }
    var node = LocatedNode.emptyMapping(at: point)
    node[form.name] = LocatedNode(content: .sequence(items), point: point)
    return node
  }
}

extension Evidence {
  /// As a file has it, on one line.
  fileprivate var flowText: String {
    let parts: [(key: String, value: String?)] = [
      ("grade", grade.rawValue), ("source", source), ("date", date), ("denominator", denominator),
    ]
    return "{"
      + parts.compactMap { part in part.value.map { "\(part.key): \(yamlWord($0))" } }.joined(separator: ", ")
      + "}"
  }
}

extension ExperimentFile {
  /// The file's text with what data have taught written over what it assumes.
  ///
  /// Everything but `adjust`, the scenarios and the sections of texts whose numbers were learnt stays as it is written.
  ///
  /// - Returns: `nil` where two of the file's own keys stand in one line, so that nothing can be cut out of it.
  public func text(learning numbers: LearnedNumbers) -> String? { learning?.text(text, learning: numbers) }

  /// Whether a number has a place in the file at which data can speak of it: not those of arms, and of segments of a scenario.
  public func canLearn(_ path: String) -> Bool { learning?.canWrite(path) ?? false }
}
