public import ExperimentDesign
import Foundation

/// A number that data have taught, on its scale.
///
/// Its path is that of the file, and its mean that on the scale on which it is normal. Its evidence is the data, or what it
/// came from before; `nil` for nothing.
public typealias LearnedNumber = (
  path: String, scale: JointDistribution.Scale, mean: Double, evidence: Evidence?
)

/// What data have taught of a population's numbers, as a file is to say it.
private struct LearnedNumbers {
  /// The numbers that are drawn together.
  let members: [LearnedNumber]
  /// Of the members, by rows.
  let covariance: [[Double]]
}

extension ExperimentFile {
  /// The layer of the population in which data can speak of a number, none for that of a text's own section, and its keys
  /// there: `nil` for those of arms, and of segments of a scenario.
  private func place(of path: String) -> (layer: [String], keys: [String])? {
    let keys = root.keys(of: path.split(separator: ".").map(String.init))
    switch keys.first {
    case nil, "arms": return nil
    case "usage_strings", "pre_prompts": return ([], keys)
    case "scenarios" where keys.count > 2:
      return keys[2] == "segments" ? nil : (Array(keys[..<2]), Array(keys[2...]))
    case "segments" where keys.count > 2:
      return (["adjust", "segments", keys[1]], Array(keys.dropFirst(2)))
    case _: return (["adjust"], keys)
    }
  }

  /// Whether a number has a place in the file at which data can speak of it: not those of arms, and of segments of a scenario.
  public func canLearn(_ path: String) -> Bool { place(of: path) != nil }

  /// The experiment with what data have taught in place of what the file assumes.
  ///
  /// - Parameters:
  ///   - members: the numbers that are drawn together.
  ///   - covariance: of the members, by rows.
  ///   - comment: what stands above the text, a line each.
  public func learning(
    _ members: [LearnedNumber], covariance: [[Double]], comment: [String]
  ) -> MadeExperiment {
    let numbers = LearnedNumbers(members: members, covariance: covariance)
    var meant = root
    var layers: [(path: [String], members: [LearnedNumbers.Placed])] = []
    var words: [LearnedNumbers.Placed] = []
    for (position, member) in members.enumerated() {
      guard let (layer, keys) = place(of: member.path) else { continue }
      if layer.isEmpty {
        meant.set(numbers.law(position, at: root.point), at: keys[...])
        words.append((position, member.path))
        continue
      }
      let index = layers.firstIndex { $0.path == layer } ?? layers.endIndex
      if index == layers.endIndex { layers.append((layer, [])) }
      layers[index].members.append((position, keys.joined(separator: ".")))
    }
    for (path, members) in layers {
      let old = meant.value(at: path) ?? .emptyMapping(at: root.point)
      meant.set(numbers.layer(old, learning: members), at: path[...])
    }
    // Evidence of words stands with that of people.
    for member in words {
      guard let evidence = members[member.position].evidence else { continue }
      meant.set(evidence.node(at: root.point), at: ["adjust", "evidence", member.path])
    }
    return MadeExperiment(meant: meant, base: root, comment: comment)
  }
}

extension LocatedNode {
  /// A layer without the number at a path, and without the sections that this leaves empty.
  ///
  /// What is learnt of it stands in a joint, beside which it would have no effect.
  fileprivate func without(_ path: ArraySlice<String>) -> LocatedNode {
    guard let key = path.first, let child = self[key] else { return self }
    var node = self
    let rest = path.dropFirst()
    let less = rest.isEmpty ? child : child.without(rest)
    node[key] = rest.isEmpty || (less.entries.isEmpty && !child.entries.isEmpty) ? nil : less
    return node
  }
}

extension LearnedNumbers {
  /// The position of a member, and its path in its layer.
  fileprivate typealias Placed = (position: Int, path: String)

  /// A layer of the population with its learnt numbers drawn together.
  fileprivate func layer(_ old: LocatedNode, learning members: [Placed]) -> LocatedNode {
    var node = members.reduce(old) { $0.without($1.path.split(separator: ".").map(String.init)[...]) }
    // Figures condition learnt numbers no more, because what was learnt has them in it.
    if members.contains(where: { $0.path.hasPrefix("sessions.") }) { node["retention"] = nil }
    for member in members {
      if let evidence = self.members[member.position].evidence {
        node.set(evidence.node(at: node.point), at: ["evidence", member.path])
      }
    }
    node["joint"] = LocatedNode(content: .sequence([joint(members, at: node.point)]), point: node.point)
    return node
  }

  /// The numbers at these positions as a joint distribution.
  private func joint(_ members: [Placed], at point: SourcePoint) -> LocatedNode {
    let positions = members.map(\.position)
    var node = LocatedNode.emptyMapping(at: point)
    node["paths"] = .words(members.map(\.path), at: point)
    node["scale"] = .words(positions.map { self.members[$0].scale.rawValue }, at: point)
    node["mean"] = .words(positions.map { self.members[$0].mean.sixDigits }, at: point)
    let rows = positions.map { row in
      LocatedNode.words(positions.map { covariance[row][$0].sixDigits }, at: point)
    }
    node["covariance"] = LocatedNode(content: .sequence(rows), point: point)
    return node
  }

  /// One number apart from the others.
  fileprivate func law(_ position: Int, at point: SourcePoint) -> LocatedNode {
    let (member, deviation) = (members[position], covariance[position][position].squareRoot())
    let form: (name: String, middle: Double) =
      switch member.scale {
      case .log: ("lognormal", exp(member.mean))
      case .identity, .logit: ("normal", member.mean)
      }
    var node = LocatedNode.emptyMapping(at: point)
    node[form.name] = .words([form.middle.sixDigits, deviation.sixDigits], at: point)
    return node
  }
}

extension Evidence {
  /// As a file has it.
  fileprivate func node(at point: SourcePoint) -> LocatedNode {
    var node = LocatedNode.emptyMapping(at: point)
    for (key, value) in [
      ("grade", grade.rawValue), ("source", source), ("date", date), ("denominator", denominator),
    ] {
      let isWord = key == "grade" || key == "date"
      node[key] = value.map { .word($0, isPlain: isWord, at: point) }
    }
    return node
  }
}

extension Double {
  /// The number with six digits, as a file has it.
  fileprivate var sixDigits: String { String(format: "%.6g", self) }
}
