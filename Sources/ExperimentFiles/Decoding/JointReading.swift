import ExperimentDesign
import Foundation
import Inference
import TextFormats

/// A joint of a layer, read and checked.
struct LayerJoint {
  var distribution: JointDistribution
  /// The paths of its members, key by key.
  var paths: [[String]]
  var point: SourcePoint

  /// What it sets a member to.
  func leaf(_ member: Int, in layer: Layer) -> LocatedNode {
    var leaf = LocatedNode(content: .jointMember(distribution.path, member), point: point)
    leaf.path = layer.joined(distribution.paths[member])
    return leaf
  }

  /// Whether a number of the joint's own layer says the middle of a member, as a note for readers may.
  func isMiddle(_ value: Double, of member: Int) -> Bool {
    let scaled = distribution.scales[member].scaled(value)
    let deviation = distribution.factor[member].reduce(0) { $0 + $1 * $1 }.squareRoot()
    return abs(scaled - distribution.mean[member]) <= 0.05 * deviation
  }
}

/// Reads the joints of one layer; those with problems are left out.
func readJoints(of layer: Layer, _ problems: ProblemList) -> [LayerJoint] {
  guard let items = layer.node["joint"]?.items else { return [] }
  let prefix = layer.name.isEmpty ? "joint" : "\(layer.name).joint"
  var owners: [[String]: Int] = [:]
  return items.enumerated().compactMap { index, item -> LayerJoint? in
    problems.requireKeys(item, .joint, name: "joint")
    guard let joint = readJoint(item, path: "\(prefix).\(index)", problems) else { return nil }
    for path in joint.paths {
      if let line = owners[path] {
        return problems.none(
          joint.point,
          "\(path.joined(separator: ".").cited) is drawn by the joint at line \(line) already. Leave it out of one of the two"
        )
      }
      owners[path] = joint.point.line
    }
    return joint
  }
}

private func readJoint(_ node: LocatedNode, path: String, _ problems: ProblemList) -> LayerJoint? {
  guard let pathItems = node["paths"]?.items, let scaleItems = node["scale"]?.items,
    let meanItems = node["mean"]?.items, let rows = node["covariance"]?.items
  else { return nil }
  let size = pathItems.count
  guard size > 0, scaleItems.count == size, meanItems.count == size, rows.count == size,
    rows.allSatisfy({ $0.items?.count == size })
  else {
    return problems.none(
      node.point,
      "a joint of \(size) paths expects \(max(size, 1)) scales, means and rows of as many covariances, found "
        + "\(scaleItems.count), \(meanItems.count) and rows of "
        + "\(rows.prefix(4).map { String($0.items?.count ?? 0) }.joined(separator: ", "))")
  }
  var paths: [[String]] = []
  var ranges: [LegalRange] = []
  for item in pathItems {
    let name = item.scalar ?? ""
    let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if path.first == "segments", path.count > 2 {
      return problems.none(
        item.point, "\(name.cited) is a segment's own, which no joint outside of the segment sets")
    }
    guard !paths.contains(path) else {
      return problems.none(item.point, "expected each path once in a joint, found \(name.cited) twice")
    }
    guard let range = parameterRange(at: path, in: .population) else {
      return problems.none(
        item.point,
        "\(name.cited) names no number that can be drawn.\(suggestion(for: name, among: drawablePaths))")
    }
    paths.append(path)
    ranges.append(range)
  }
  let scales = scaleItems.compactMap { $0.scalar.flatMap(JointDistribution.Scale.init(rawValue:)) }
  let mean = meanItems.compactMap { $0.scalar.flatMap(readNumber) }
  let covariance = rows.map { ($0.items ?? []).compactMap { $0.scalar.flatMap(readNumber) } }
  guard scales.count == size, mean.count == size, covariance.allSatisfy({ $0.count == size }) else {
    return nil
  }
  for (index, scale) in scales.enumerated() {
    if scale != .identity, scale != JointDistribution.Scale(of: ranges[index]) {
      return problems.none(
        scaleItems[index].point,
        "\(pathItems[index].found) is a number \(ranges[index].words), which the scale \(scale.rawValue) does not give. "
          + "logit is for shares, log for numbers above 0, identity for any")
    }
  }
  if let row = covariance.indices.last(where: { row in covariance[row] != covariance.map { $0[row] } }) {
    return problems.none(
      rows[row].point, "expected a covariance that is symmetric, found a row \(row + 1) other than the column"
    )
  }
  guard let factor = CholeskyFactor(covariance)?.rows else {
    return problems.none(
      rows[0].point, "the covariance is not positive definite. No numbers vary together in this way")
  }
  for (member, scale) in scales.enumerated() {
    let deviation = covariance[member][member].squareRoot()
    let alone: Distribution? =
      switch scale {
      case .identity: .normal(mean: mean[member], sd: deviation)
      case .log: .lognormal(median: exp(mean[member]), sigma: deviation)
      case .logit: nil
      }
    guard let alone else { continue }
    problems.checkInside(
      alone, ranges[member], at: meanItems[member].point, paths[member].joined(separator: "."),
      "a number \(ranges[member].words)", written: "the mean \(mean[member]) on the scale \(scale.rawValue)")
  }
  let distribution = JointDistribution(
    path: path, paths: paths.map { $0.joined(separator: ".") }, scales: scales, ranges: ranges, mean: mean,
    factor: factor)
  return LayerJoint(distribution: distribution, paths: paths, point: node.point)
}

/// The paths of the population that need no name of the user's, for suggestions.
let drawablePaths: [String] = {
  func paths(_ kind: ValueKind, _ prefix: String) -> [String] {
    if case .named = kind { return [] }
    return (kind.parameterRange == nil ? [] : [prefix])
      + (kind.table?.keys ?? []).flatMap { paths($0.kind, "\(prefix).\($0.name)") }
  }
  return KeyTable.population.keys.flatMap { paths($0.kind, $0.name) }
}()

extension [JointDistribution] {
  /// Those that draw some of these numbers.
  func drawing(_ numbers: some Sequence<Distribution>) -> [JointDistribution] {
    let used = Set(numbers.compactMap { if case .joint(let path, _) = $0 { path } else { nil } })
    return filter { used.contains($0.path) }
  }
}
