import ExperimentDesign
import Inference
import TextFormats

/// A layer of the population, such as a preset, `adjust`, a scenario or a segment.
struct Layer {
  var node: LocatedNode
  /// Prefix of the paths written in it; empty for the population and `adjust`.
  var prefix: String
  /// The path of its own name, for joints and evidence: `adjust`, `scenarios.push_heavy`.
  var name: String
  /// How high it lies among the layers of a segment.
  var level: Int
  /// What it draws together.
  var joints: [LayerJoint] = []

  func joined(_ path: String) -> String { prefix.isEmpty ? path : "\(prefix).\(path)" }
}

/// The layers of the population, and what they make together.
struct PopulationLayers {
  var population: LocatedNode
  var adjust: LocatedNode?
  /// In document order; empty where the file has none.
  var scenarios: [LocatedNode.Entry]
  /// By the name of the layer.
  private var joints: [String: [LayerJoint]] = [:]
  private let problems: ProblemList

  /// - Parameters:
  ///   - population: the population's own mapping; `nil` where there is none to be read.
  ///   - problems: where what is wrong with joints is reported.
  init(_ root: LocatedNode, population: LocatedNode?, _ problems: ProblemList) {
    self.problems = problems
    self.population = (population ?? .emptyMapping(at: root.point)).placed(at: "")
    adjust = root["adjust"].flatMap { $0.isMapping ? $0.placed(at: "") : nil }
    scenarios = root["scenarios"]?.entries.filter { $0.value.isMapping || $0.value.isNull } ?? []
    let read = all.map { layer in (layer, readJoints(of: layer, problems).filter(hasKnownNames)) }
    for (layer, joints) in read {
      for joint in joints { warnOfNumbers(beside: joint, in: layer) }
    }
    joints = Dictionary(read.map { ($0.name, $1) }) { first, _ in first }
  }

  private func layer(_ node: LocatedNode, prefix: String, name: String, level: Int) -> Layer {
    Layer(node: node, prefix: prefix, name: name, level: level).drawing(joints[name] ?? [])
  }

  /// Every joint of the layers, by path.
  var distributions: [JointDistribution] {
    joints.values.joined().map(\.distribution).sorted { $0.path < $1.path }
  }

  /// The layers under every segment of a scenario, lowest first.
  func base(scenario: LocatedNode.Entry?) -> [Layer] {
    var layers = [layer(population, prefix: "", name: "", level: 0)]
    if let adjust { layers.append(layer(adjust, prefix: "", name: "adjust", level: 1)) }
    if let scenario {
      let name = "scenarios.\(scenario.key)"
      layers.append(layer(scenario.value, prefix: name, name: name, level: 2))
    }
    return layers
  }

  /// The segments of a scenario by name, in order of first appearance, with the layers of each.
  func segments(of base: [Layer]) -> [(name: String, point: SourcePoint, layers: [Layer])] {
    var found: [(name: String, point: SourcePoint, layers: [Layer])] = []
    for layer in base {
      for entry in layer.node["segments"]?.entries ?? [] where entry.value.isMapping {
        let name = layer.name.isEmpty ? "segments.\(entry.key)" : "\(layer.name).segments.\(entry.key)"
        // Segments go over every layer that holds for all people.
        let own = self.layer(
          entry.value, prefix: layer.joined("segments.\(entry.key)"), name: name, level: layer.level + 3)
        if let index = found.firstIndex(where: { $0.name == entry.key }) {
          found[index].layers.append(own)
        } else {
          found.append((entry.key, entry.point, [own]))
        }
      }
    }
    return found
  }

  /// Every layer there is: for names, joints and evidence.
  var all: [Layer] {
    var layers: [Layer] = []
    func add(_ layer: Layer) {
      layers.append(layer)
      layers += segments(of: [layer]).flatMap(\.layers)
    }
    for layer in base(scenario: nil) { add(layer) }
    for scenario in scenarios {
      if let layer = base(scenario: scenario).last { add(layer) }
    }
    return layers
  }

  /// The names that any layer gives in a section, in order of first appearance.
  func names(of section: String) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    for layer in all {
      for entry in layer.node[section]?.entries ?? []
      where entry.value.isMapping && seen.insert(entry.key).inserted {
        names.append(entry.key)
      }
    }
    return names
  }
}

// MARK: - Merging

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
  /// The layer with the numbers that its joints draw in their places.
  ///
  /// What was written over a joint's text stays: it stands in place of all that the text says of the number.
  func drawing(_ joints: [LayerJoint]) -> Layer {
    var layer = self
    layer.joints = joints
    for joint in joints {
      // Figures of the same layer say of the visits what this joint would.
      let isReplaced = node["retention"]?.isNull == false && NormalBelief(ofVisits: joint.distribution) != nil
      for (member, path) in joint.paths.enumerated()
      where !(isReplaced && path.first == "sessions")
        && !node.isWritten(over: joint.point.rank, at: path[...])
      {
        layer.node.set(joint.leaf(member, in: self), at: path[...])
      }
    }
    return layer
  }
}
