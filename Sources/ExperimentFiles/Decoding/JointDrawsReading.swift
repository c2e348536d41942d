import ExperimentDesign

/// Which path's draws follow from those of the paths before it.
private func follower(_ members: JointMembers, _ covariance: [[Double]]) -> String {
  let last = covariance.indices.first { last in
    choleskyFactor(covariance[...last].map { Array($0[...last]) }) == nil
  }
  guard let last, last > 0 else { return "one path follow from those of the others" }
  let others = members.names[..<last].map { "'\($0)'" }
  return "'\(members.names[last])' follow from those of \(others.joined(separator: ", "))"
}

/// Reads a joint that is given as draws, with their values one set a row; `nil` with a problem for what is none.
func readDraws(
  _ node: LocatedNode, path: String, _ problems: inout ProblemList
) -> (JointMembers, JointDistribution)? {
  guard let rows = node["draws"]?.items, let members = readMembers(node, &problems) else { return nil }
  let size = members.paths.count
  guard size > 0, rows.count > size else {
    problems.error(
      node["draws"]?.point ?? node.point,
      "draws of \(size) paths are expected to be at least \(size + 1) rows, found \(rows.count). Hundreds are usual"
    )
    return nil
  }
  let scales = members.ranges.map(JointDistribution.Scale.init(of:))
  var draws: [[Double]] = []
  for row in rows {
    let items = row.items ?? []
    guard items.count == size else {
      problems.error(
        row.point, "a draw of \(size) paths expects \(size) values, one for each path, found \(items.count)")
      return nil
    }
    var values: [Double] = []
    for (member, item) in items.enumerated() {
      // What is no number was named before.
      guard let value = item.scalar.flatMap(readNumber) else { return nil }
      let scaled = scales[member].scaled(value)
      guard members.ranges[member].contains(value), scaled.isFinite else {
        problems.error(
          item.point,
          "'\(members.names[member])' is a number \(members.ranges[member].words), found \(item.scalar ?? ""). A draw "
            + (scales[member] == .identity
              ? "is a legal value" : scales[member] == .log ? "is above 0" : "is above 0 and below 1"))
        return nil
      }
      values.append(scaled)
    }
    draws.append(values)
  }
  let (mean, covariance) = moments(draws)
  guard let factor = choleskyFactor(covariance) else {
    let constant = members.names.indices.first { member in draws.allSatisfy { $0[member] == draws[0][member] }
    }
    problems.error(
      node["draws"]?.point ?? node.point,
      constant.map {
        "every draw has the same '\(members.names[$0])'. Write it as a number of its own, and leave it out of the joint"
      } ?? "the draws of \(follower(members, covariance)). Leave one of these paths out")
    return nil
  }
  let standard = draws.map { draw in
    var row = zip(draw, mean).map { $0 - $1 }
    for one in row.indices {
      for other in 0..<one { row[one] -= factor[one][other] * row[other] }
      row[one] /= factor[one][one]
    }
    return row
  }
  return distribution(node, &problems) { () throws(ExperimentFault) in
    (
      members,
      try JointDistribution(
        path: path, paths: members.paths.map { $0.joined(separator: ".") }, scales: scales,
        ranges: members.ranges, mean: mean, factor: factor, rows: standard)
    )
  }
}

/// Mean and covariance of rows, each as likely as another.
private func moments(_ rows: [[Double]]) -> (mean: [Double], covariance: [[Double]]) {
  let (size, count) = (rows[0].count, Double(rows.count))
  let mean = (0..<size).map { column in rows.reduce(0) { $0 + $1[column] } / count }
  var covariance = Array(repeating: Array(repeating: 0.0, count: size), count: size)
  for row in rows {
    for one in 0..<size {
      for other in 0...one {
        covariance[one][other] += (row[one] - mean[one]) * (row[other] - mean[other]) / count
      }
    }
  }
  for one in 0..<size {
    for other in 0..<one { covariance[other][one] = covariance[one][other] }
  }
  return (mean, covariance)
}
