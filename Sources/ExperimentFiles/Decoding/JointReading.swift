import ExperimentDesign
import Foundation
import TextFormats

/// A joint of a layer, read and checked.
struct LayerJoint {
  var distribution: JointDistribution
  /// The paths of its members, key by key.
  var paths: [[String]]
  /// The members that it does not set.
  var exceptions: Set<[String]>
  var point: SourcePoint

  /// Whether a number of the joint's own layer says the middle of a member, as a note for readers may.
  func isMiddle(_ value: Double, of member: Int) -> Bool {
    let scaled = distribution.scales[member].scaled(value)
    let deviation = distribution.factor[member].reduce(0) { $0 + $1 * $1 }.squareRoot()
    return abs(scaled - distribution.mean[member]) <= 0.05 * deviation
  }
}

/// Reads the joints of one layer; those with problems are left out.
func readJoints(of layer: Layer, _ problems: inout ProblemList) -> [LayerJoint] {
  guard let items = layer.node["joint"]?.items else { return [] }
  let prefix = layer.name.isEmpty ? "joint" : "\(layer.name).joint"
  var owners: [[String]: Int] = [:]
  return items.enumerated().compactMap { index, item -> LayerJoint? in
    var check = StructureCheck(problems: problems)
    check.requireKeys(item, .joint, name: "joint")
    problems = check.problems
    guard let joint = readJoint(item, path: "\(prefix).\(index)", &problems) else { return nil }
    for path in joint.paths where !joint.exceptions.contains(path) {
      if let line = owners[path] {
        problems.error(
          joint.point,
          "'\(path.joined(separator: "."))' is drawn by the joint at line \(line) already. Leave it out of one of the two, or "
            + "name it under 'except' there")
        return nil
      }
      owners[path] = joint.point.line
    }
    return joint
  }
}

/// What a joint draws, before how it does.
struct JointMembers {
  /// As they are written.
  var names: [String]
  var paths: [[String]]
  var ranges: [LegalRange]
  var exceptions: Set<[String]>
}

private func readJoint(_ node: LocatedNode, path: String, _ problems: inout ProblemList) -> LayerJoint? {
  guard node["paths"]?.items != nil else { return nil }
  guard node["paths"]?.items?.isEmpty == false else {
    problems.error(
      node["paths"]?.point ?? node.point, "a joint names the numbers that it draws in 'paths', found none")
    return nil
  }
  if let draws = node["draws"], draws.isNull {
    problems.error(draws.point, "'draws' is empty; expected rows, each with a value for every path")
    return nil
  }
  let normal = ["scale", "mean", "covariance"]
  let given = normal.filter { node[$0] != nil }
  guard (node["draws"] == nil) != given.isEmpty else {
    problems.error(
      node.point,
      node["draws"] == nil
        ? "a joint lacks 'draws': values of its paths, one set a row; or 'scale', 'mean' and 'covariance', where they are "
          + "normal"
        : "a joint has 'draws', or 'scale', 'mean' and 'covariance', found both. Remove \(given.joined(separator: " and "))"
    )
    return nil
  }
  if node["draws"] == nil, let missing = normal.first(where: { node[$0] == nil }) {
    problems.error(
      node.point, "'joint' lacks '\(missing)': a joint without 'draws' has 'scale', 'mean' and 'covariance'")
    return nil
  }
  let read =
    node["draws"] == nil
    ? readNormal(node, path: path, &problems) : readDraws(node, path: path, &problems)
  return read.map { members, distribution in
    LayerJoint(
      distribution: distribution, paths: members.paths, exceptions: members.exceptions, point: node.point)
  }
}

func readMembers(_ node: LocatedNode, _ problems: inout ProblemList) -> JointMembers? {
  let pathItems = node["paths"]?.items ?? []
  var members = JointMembers(names: [], paths: [], ranges: [], exceptions: [])
  for item in pathItems {
    let path = (item.scalar ?? "").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if path.first == "segments", path.count > 2 {
      problems.error(
        item.point,
        "'\(item.scalar ?? "")' is a segment's own, which no joint outside of the segment sets. Write a joint of "
          + "'\(path.dropFirst(2).joined(separator: "."))' at segments: \(path[1]): joint")
      return nil
    }
    guard let range = parameterRange(at: path, in: .population) else {
      problems.error(
        item.point,
        "'\(item.scalar ?? "")' names no number that can be drawn.\(suggestion(for: item.scalar ?? "", among: drawablePaths))"
      )
      return nil
    }
    if members.paths.contains(path) {
      problems.error(item.point, "expected each path once in a joint, found '\(item.scalar ?? "")' twice")
      return nil
    }
    members.names.append(item.scalar ?? "")
    members.paths.append(path)
    members.ranges.append(range)
  }
  let exceptions = node["except"]?.items ?? []
  for item in exceptions where !pathItems.contains(where: { $0.scalar == item.scalar }) {
    problems.error(
      item.point,
      "'\(item.scalar ?? "")' is no path of this joint."
        + suggestion(for: item.scalar ?? "", among: pathItems.compactMap(\.scalar), noun: "Paths"))
    return nil
  }
  let excepted = Set(exceptions.compactMap(\.scalar))
  members.exceptions = Set(members.paths.filter { excepted.contains($0.joined(separator: ".")) })
  return members
}

private func readNormal(
  _ node: LocatedNode, path: String, _ problems: inout ProblemList
) -> (JointMembers, JointDistribution)? {
  guard let pathItems = node["paths"]?.items, let scaleItems = node["scale"]?.items,
    let meanItems = node["mean"]?.items, let rows = node["covariance"]?.items
  else { return nil }
  let size = pathItems.count
  guard size > 0, scaleItems.count == size, meanItems.count == size, rows.count == size,
    rows.allSatisfy({ $0.items?.count == size })
  else {
    problems.error(
      node.point,
      "a joint of \(size) paths expects \(size) scales, \(size) means and \(size) rows of \(size) covariances, found "
        + "\(scaleItems.count), \(meanItems.count) and rows of "
        + "\(rows.map { String($0.items?.count ?? 0) }.joined(separator: ", "))")
    return nil
  }
  guard let members = readMembers(node, &problems) else { return nil }
  let scales = scaleItems.compactMap { $0.scalar.flatMap(JointDistribution.Scale.init(rawValue:)) }
  let mean = meanItems.compactMap { $0.scalar.flatMap(readNumber) }
  let covariance = rows.map { ($0.items ?? []).compactMap { $0.scalar.flatMap(readNumber) } }
  guard scales.count == size, mean.count == size, covariance.allSatisfy({ $0.count == size }) else {
    return nil
  }
  for (index, scale) in scales.enumerated() {
    let range = members.ranges[index]
    let fits =
      switch scale {
      case .identity: true
      case .log: range.low >= 0 && range.high > 1
      case .logit: range.low == 0 && range.high == 1
      }
    if !fits {
      problems.error(
        scaleItems[index].point,
        "'\(members.names[index])' is a number \(range.words), which the scale \(scale.rawValue) does not give. "
          + "logit is for shares, log for numbers above 0, identity for any")
      return nil
    }
  }
  for row in 0..<size {
    for column in 0..<row where covariance[row][column] != covariance[column][row] {
      problems.error(
        rows[row].point,
        "a covariance is symmetric; row \(row + 1) and column \(row + 1) differ at \(column + 1)")
      return nil
    }
  }
  guard let factor = choleskyFactor(covariance) else {
    problems.error(
      rows[0].point, "the covariance is not positive definite. No numbers vary together in this way")
    return nil
  }
  return distribution(node, &problems) { () throws(ExperimentFault) in
    (
      members,
      try JointDistribution(
        path: path, paths: members.paths.map { $0.joined(separator: ".") }, scales: scales,
        ranges: members.ranges, mean: mean, factor: factor)
    )
  }
}

func distribution(
  _ node: LocatedNode, _ problems: inout ProblemList,
  _ make: () throws(ExperimentFault) -> (JointMembers, JointDistribution)
) -> (JointMembers, JointDistribution)? {
  do throws(ExperimentFault) {
    return try make()
  } catch {
    problems.error(node.point, "\(error)")
    return nil
  }
}

/// The paths of the population that need no name of the user's, for suggestions.
let drawablePaths: [String] = {
  func paths(_ kind: ValueKind, _ prefix: String) -> [String] {
    switch kind {
    case .parameter: [prefix]
    case .section(let table): table.keys.flatMap { paths($0.kind, "\(prefix).\($0.name)") }
    case .either(let scalar, let other): paths(scalar, prefix) + paths(other, prefix)
    case .text, .name, .choice, .flag, .seed, .integer, .known, .named, .keyed, .list, .evidence: []
    }
  }
  return KeyTable.population.keys.flatMap { paths($0.kind, $0.name) }
}()

/// The lower triangular Cholesky factor; `nil` where the matrix is not positive definite.
func choleskyFactor(_ matrix: [[Double]]) -> [[Double]]? {
  var factor = matrix.map { _ in Array(repeating: 0.0, count: matrix.count) }
  for row in matrix.indices {
    for column in 0...row {
      var sum = matrix[row][column]
      for k in 0..<column { sum -= factor[row][k] * factor[column][k] }
      if row == column {
        // What is left beside rounding.
        guard sum > 1e-12 * max(0, matrix[row][row]), sum.isFinite else { return nil }
        factor[row][row] = sum.squareRoot()
      } else {
        factor[row][column] = sum / factor[column][column]
      }
    }
  }
  return factor
}
