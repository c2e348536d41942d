import ExperimentDesign
import Inference
import TextFormats

/// A layer of the population, such as a preset, `adjust`, a scenario or a segment of one of them.
struct Layer {
  /// What it writes; once its joints are read, with the numbers that they draw in their places.
  var node: LocatedNode
  /// Where its name stands.
  let point: SourcePoint
  /// Prefix of the paths written in it; empty for the population and `adjust`.
  let prefix: String
  /// The path of its own name, for joints and evidence: `adjust`, `scenarios.push_heavy`.
  let name: String
  /// How high it lies among the layers of a segment: segments go over every layer that holds for all people.
  let level: Int
  /// The scenario for which alone it holds.
  var scenario: String?
  /// The segment for which alone it holds.
  var segment: String?
  /// What it draws together.
  var joints: [LayerJoint] = []

  func joined(_ path: String) -> String { prefix.isEmpty ? path : "\(prefix).\(path)" }
}

/// The layers of the population, and what they make together.
struct PopulationLayers {
  let population: LocatedNode
  /// Names in document order; empty where the file has none.
  let scenarios: [String]
  /// Every layer there is, each before its segments, the lowest first.
  private(set) var all: [Layer] = []
  private let problems: ProblemList

  /// - Parameters:
  ///   - population: the population's own mapping; `nil` where there is none to be read.
  ///   - problems: where what is wrong with joints is reported.
  init(_ root: LocatedNode, population: LocatedNode?, _ problems: ProblemList) {
    self.problems = problems
    self.population = (population ?? .mapping([], at: root.point)).placed(at: "")
    let tried = root["scenarios"]?.entries.filter { $0.value.isMapping || $0.value.isNull } ?? []
    scenarios = tried.map(\.key)
    add(self.population, name: "", level: 0)
    if let adjust = root["adjust"], adjust.isMapping { add(adjust.placed(at: ""), name: "adjust", level: 1) }
    for entry in tried { add(entry.value, name: "scenarios.\(entry.key)", level: 2, scenario: entry.key) }
    let joints = all.map { readJoints(of: $0, problems).filter(hasKnownNames) }
    for (layer, joints) in zip(all, joints) {
      for joint in joints { warnOfNumbers(beside: joint, in: layer) }
    }
    for index in all.indices { all[index].draw(joints[index]) }
  }

  private mutating func add(_ node: LocatedNode, name: String, level: Int, scenario: String? = nil) {
    let layer = Layer(
      node: node, point: node.point, prefix: scenario == nil ? "" : name, name: name, level: level,
      scenario: scenario)
    all.append(layer)
    for entry in node["segments"]?.entries ?? [] where entry.value.isMapping {
      let own = "segments.\(entry.key)"
      all.append(
        Layer(
          node: entry.value, point: entry.point, prefix: layer.joined(own),
          name: name.isEmpty ? own : "\(name).\(own)", level: level + 3, scenario: scenario,
          segment: entry.key))
    }
  }

  /// Every joint of the layers, by path.
  var distributions: [JointDistribution] {
    all.flatMap(\.joints).map(\.distribution).sorted { $0.path < $1.path }
  }

  /// The layers of a scenario, lowest first, those of each segment apart by name, in order of first appearance.
  func layers(of scenario: String?) -> (base: [Layer], segments: [(name: String, layers: [Layer])]) {
    let own = all.filter { $0.scenario == nil || $0.scenario == scenario }
    return (
      own.filter { $0.segment == nil },
      own.compactMap(\.segment).distinct.map { name in (name, own.filter { $0.segment == name }) }
    )
  }

  /// The names that any layer gives in a section, in order of first appearance.
  func names(of section: String) -> [String] {
    all.flatMap { $0.node[section]?.entries ?? [] }.filter(\.value.isMapping).map(\.key).distinct
  }
}

extension PopulationLayers {
  /// Layers written over one another and over what lies below them, the lowest first.
  func merged(_ layers: [Layer], over ground: LocatedNode) -> LocatedNode {
    var result = layers.reduce(ground) { below, layer in
      below.overlaid(by: layer.node.changed { node, _ in node.level = layer.level }, .layer(.segment))
    }
    result.point = ground.point
    return result
  }

  /// Whether some layer gives every alert and event of which a joint sets a number; one that is given by none is reported.
  private func hasKnownNames(_ joint: LayerJoint) -> Bool {
    for path in joint.paths where path.count > 1 {
      guard case .named(_, let noun) = KeyTable.segment[path[0]]?.kind else { continue }
      let given = names(of: path[0])
      if given.contains(path[1]) { continue }
      problems.error(
        joint.point,
        "the joint sets \(path.joined(separator: ".").cited), but there is no such thing as \(noun) \(path[1].cited)."
          + suggestion(for: path[1], among: given, noun: "Given"))
      return false
    }
    return true
  }

  /// Warns of a number of a layer that a joint of the same layer sets, so that it has no effect.
  private func warnOfNumbers(beside joint: LayerJoint, in layer: Layer) {
    for (member, path) in joint.paths.enumerated() {
      guard let number = layer.node.value(at: path), !number.isNull,
        !layer.node.isWritten(over: joint.point.rank, at: path[...])
      else { continue }
      let range = joint.distribution.ranges[member]
      if let value = number.scalar.flatMap({ readNumber($0, in: range) }), joint.isMiddle(value, of: member) {
        continue
      }
      let giver = number.point.rank < 0 ? number.point.file : "the file"
      problems.caution(
        number.point,
        "the \(path.joined(separator: ".").cited) that \(giver) gives at line \(number.point.line) has no effect, because "
          + "the joint of line \(joint.point.line) draws it. Remove the number, or leave it out of the joint")
    }
  }
}

extension Layer {
  /// Puts the numbers that joints draw in their places.
  ///
  /// What was written over a joint's text stays: it stands in place of all that the text says of the number.
  fileprivate mutating func draw(_ joints: [LayerJoint]) {
    let written = node
    self.joints = joints
    for joint in joints {
      // Figures of the same layer say of the visits what this joint would.
      let isReplaced =
        written["retention"]?.isNull == false && NormalBelief(ofVisits: joint.distribution) != nil
      for (member, path) in joint.paths.enumerated()
      where !(isReplaced && path.first == "sessions")
        && !written.isWritten(over: joint.point.rank, at: path[...])
      {
        node.set(joint.leaf(member, in: self), at: path[...])
      }
    }
  }
}
