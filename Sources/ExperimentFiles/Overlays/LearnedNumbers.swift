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
    let placed = members.indices.compactMap { position in
      place(of: members[position].path).map { (position: position, layer: $0.layer, keys: $0.keys) }
    }
    for path in placed.map(\.layer).distinct where !path.isEmpty {
      let own = placed.filter { $0.layer == path }
      var layer = meant.value(at: path) ?? .mapping([], at: root.point)
      // Beside the joint in which it stands from now on a number would have no effect.
      for (_, _, keys) in own { layer.remove(at: keys) }
      // Figures condition learnt numbers no more, because what was learnt has them in it.
      if own.contains(where: { $0.keys.first == "sessions" }) { layer["retention"] = nil }
      for (position, _, keys) in own {
        guard let evidence = members[position].evidence else { continue }
        layer.set(evidence.node(at: root.point), at: ["evidence", keys.joined(separator: ".")])
      }
      let joint = joint(
        own.map { $0.keys.joined(separator: ".") }, own.map { members[$0.position] },
        own.map { row in own.map { covariance[row.position][$0.position] } })
      layer["joint"] = LocatedNode(content: .sequence([joint]), point: root.point)
      meant.set(layer, at: path[...])
    }
    for (position, layer, keys) in placed where layer.isEmpty {
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
    let rows = covariance.map { LocatedNode.words($0.map(\.sixDigits), at: point) }
    return .mapping(
      [
        ("paths", .words(paths, at: point)), ("scale", .words(members.map(\.scale.rawValue), at: point)),
        ("mean", .words(members.map(\.mean.sixDigits), at: point)),
        ("covariance", LocatedNode(content: .sequence(rows), point: point)),
      ], at: point)
  }

  /// One number apart from the others.
  private func law(_ member: LearnedNumber, deviation: Double) -> LocatedNode {
    let isLog = member.scale == .log
    let numbers = [isLog ? exp(member.mean) : member.mean, deviation].map(\.sixDigits)
    return .mapping([(isLog ? "lognormal" : "normal", .words(numbers, at: root.point))], at: root.point)
  }
}

extension Evidence {
  /// As a file has it.
  fileprivate func node(at point: SourcePoint) -> LocatedNode {
    func text(_ text: String?) -> LocatedNode? { text.map { .word($0, isPlain: false, at: point) } }
    return .mapping(
      [
        ("grade", .word(grade.rawValue, at: point)), ("source", text(source)),
        ("date", date.map { .word($0, at: point) }), ("denominator", text(denominator)),
      ], at: point)
  }
}

extension Double {
  /// The number with six digits, as a file has it.
  fileprivate var sixDigits: String { String(format: "%.6g", self) }
}
