public import ExperimentDesign
import Foundation

/// A number that data have taught, on its scale.
///
/// Its path is that of the file, and its mean that on the scale on which it is normal. Its evidence is the data, or what it
/// came from before; `nil` for nothing.
public typealias LearnedNumber = (
  path: String, scale: JointDistribution.Scale, mean: Double, evidence: Evidence?
)

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
    var meant = root
    var layers: [(path: [String], members: [(position: Int, keys: [String])])] = []
    for (position, member) in members.enumerated() {
      guard let (path, keys) = place(of: member.path) else { continue }
      let index = layers.firstIndex { $0.path == path } ?? layers.endIndex
      if index == layers.endIndex { layers.append((path, [])) }
      layers[index].members.append((position, keys))
    }
    for (path, placed) in layers where !path.isEmpty {
      var layer = meant.value(at: path) ?? .emptyMapping(at: root.point)
      // Beside the joint in which it stands from now on a number would have no effect.
      for (_, keys) in placed { layer.remove(at: keys) }
      // Figures condition learnt numbers no more, because what was learnt has them in it.
      if placed.contains(where: { $0.keys.first == "sessions" }) { layer["retention"] = nil }
      for (position, keys) in placed {
        guard let evidence = members[position].evidence else { continue }
        layer.set(evidence.node(at: root.point), at: ["evidence", keys.joined(separator: ".")])
      }
      let paths = placed.map { $0.keys.joined(separator: ".") }
      let joint = joint(
        paths, placed.map { members[$0.position] },
        placed.map { place in
          placed.map { covariance[place.position][$0.position] }
        })
      layer["joint"] = LocatedNode(content: .sequence([joint]), point: root.point)
      meant.set(layer, at: path[...])
    }
    for (position, keys) in layers.first(where: { $0.path.isEmpty })?.members ?? [] {
      let member = members[position]
      meant.set(law(member, deviation: covariance[position][position].squareRoot()), at: keys[...])
      // It stands with that of people.
      guard let evidence = member.evidence else { continue }
      meant.set(evidence.node(at: root.point), at: ["adjust", "evidence", member.path])
    }
    return MadeExperiment(meant: meant, base: root, comment: comment)
  }

  /// Numbers of a layer, by their paths in it, as a joint distribution.
  private func joint(
    _ paths: [String], _ members: [LearnedNumber], _ covariance: [[Double]]
  ) -> LocatedNode {
    let point = root.point
    var node = LocatedNode.emptyMapping(at: point)
    node["paths"] = .words(paths, at: point)
    node["scale"] = .words(members.map(\.scale.rawValue), at: point)
    node["mean"] = .words(members.map(\.mean.sixDigits), at: point)
    let rows = covariance.map { LocatedNode.words($0.map(\.sixDigits), at: point) }
    node["covariance"] = LocatedNode(content: .sequence(rows), point: point)
    return node
  }

  /// One number apart from the others.
  private func law(_ member: LearnedNumber, deviation: Double) -> LocatedNode {
    let form: (name: String, middle: Double) =
      switch member.scale {
      case .log: ("lognormal", exp(member.mean))
      case .identity, .logit: ("normal", member.mean)
      }
    var node = LocatedNode.emptyMapping(at: root.point)
    node[form.name] = .words([form.middle.sixDigits, deviation.sixDigits], at: root.point)
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
