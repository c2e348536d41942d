import ExperimentDesign
import TextFormats

/// Reads where the numbers come from, by the path of each.
///
/// Evidence for a section holds for all numbers in it. A number that a higher
/// layer writes anew is no longer covered by the evidence of the layer below. Where that was published, the new
/// number counts as the team's own, and a warning says so and how to grade it. What is set from outside is not
/// warned of: it tries a number out, and has no line to write evidence at. A scenario only tries a number out, and
/// its numbers are assumed.
///
/// - Returns: the evidence, and the numbers set from outside that count as the team's own without being measured.
func readEvidence(
  _ layers: PopulationLayers, root: LocatedNode, paths: Set<String>, _ problems: ProblemList
) -> (evidence: [String: Evidence], tried: Set<String>) {
  var claims: [(path: String, rank: Int, evidence: Evidence)] = []
  var writtenAt: [String: Int] = [:]
  var points: [String: SourcePoint] = [:]
  var ungraded: [String] = []
  var tried: Set<String> = []
  // What is set from outside is above every layer.
  let settingRank = Int.max
  for (rank, layer) in layers.all.enumerated() {
    for (path, node) in leaves(of: layer) {
      writtenAt[path] = node.point.rank >= SourcePoint.firstSetting ? settingRank : rank
      points[path] = node.isNull ? nil : node.point
    }
    for entry in layer.node["evidence"]?.entries ?? [] {
      guard let grade = entry.value["grade"]?.scalar.flatMap(Evidence.Grade.init(rawValue:)) else { continue }
      let path = resolve(entry.key, in: layer, over: layers.population, root)
      if path == nil {
        problems.warning(
          entry.point,
          "evidence for \(entry.key.cited), which names no number of this file."
            + (nearestWord(to: entry.key, among: drawablePaths + paths.sorted()).map {
              " Did you mean '\($0)'?"
            }
              ?? ""))
      }
      guard let path else { continue }
      claims.append(
        (
          path, entry.point.rank >= SourcePoint.firstSetting ? settingRank : rank,
          Evidence(
            grade: grade, source: entry.value["source"]?.scalar, date: entry.value["date"]?.scalar,
            denominator: entry.value["denominator"]?.scalar)
        ))
    }
  }
  var result: [String: Evidence] = [:]
  let claimsByPath = Dictionary(grouping: claims, by: \.path)
  for path in paths.union(claims.map(\.path)) {
    // The nearest claim holds: that of the number itself, else of the section around it.
    let near = enclosingPaths(of: path).map { claimsByPath[$0] ?? [] }
    // A claim of a lower layer than the one that writes the number is about another number.
    let written = writtenAt[path]
    result[path] =
      near.lazy.compactMap { claims in
        claims.filter { claim in written.map { claim.rank >= $0 } ?? true }.max { $0.rank < $1.rank }?
          .evidence
      }.first
    guard result[path] == nil, !path.hasPrefix("scenarios.") else { continue }
    let replaced = near.lazy.compactMap { $0.max { $0.rank < $1.rank }?.evidence }.first
    switch replaced?.grade {
    case .published:
      result[path] = Evidence(grade: .measured, source: "your own number, in place of a published one")
      if written == settingRank { tried.insert(path) } else { ungraded.append(path) }
    case .measured, .assumed, nil: break
    }
  }
  warnOfUngraded(ungraded, points, problems)
  return (result, tried)
}

/// The numbers that the experiment's own text gives: what `adjust` writes in place of another value of the population, and
/// what it says of usage strings and pre-prompts, but for the guess that a starter came with.
///
/// What is set from outside is no number of the file, and a scenario only tries one out.
func ownNumbers(_ layers: PopulationLayers, root: LocatedNode, paths: Set<String>) -> Set<String> {
  func isOfFile(_ node: LocatedNode) -> Bool {
    node.point.rank < SourcePoint.populationFile && !node.isNull
  }
  var written: [String: String] = [:]
  var own: Set<String> = []
  for layer in layers.all {
    let isOwn = layer.name == "adjust" || layer.name.hasPrefix("adjust.")
    // A joint is written by a calibration, which grades each of its numbers.
    let drawn = Set(
      (layer.node["joint"]?.items ?? []).flatMap { joint in
        (joint["paths"]?.items ?? []).compactMap(\.scalar).filter { path in
          !layer.node.isWritten(over: joint.point.rank, at: path.split(separator: ".").map(String.init)[...])
        }
      }.map(layer.joined))
    for (path, node) in leaves(of: layer) where paths.contains(path) {
      let isDrawn = drawn.contains(path)
      if isOwn, isOfFile(node), !isDrawn, written[path] != node.flowText {
        own.insert(path)
      } else {
        own.remove(path)
      }
      written[path] = node.flowText
    }
  }
  for path in paths where path.hasPrefix("usage_strings.") || path.hasPrefix("pre_prompts.") {
    let node = root.value(at: path.split(separator: ".").map(String.init))
    guard let node, isOfFile(node) else { continue }
    if path != StarterGuess.path || node.flowText != StarterGuess.value { own.insert(path) }
  }
  return own
}

/// Warns of numbers that count as the team's own without anybody saying so: once for each section, at the first.
private func warnOfUngraded(
  _ paths: [String], _ points: [String: SourcePoint], _ problems: ProblemList
) {
  func order(_ path: String) -> (Int, Int, Int, String) {
    let point = points[path]
    return (point?.rank ?? 0, point?.line ?? 0, point?.column ?? 0, path)
  }
  // How long the SDK waits is what the team sets, and no figure that anybody measures.
  let figures = paths.filter { points[$0] != nil && !$0.hasSuffix("attribution.wait_seconds") }
  for group in Dictionary(grouping: figures, by: { enclosingPaths(of: $0).dropFirst().first ?? "" }).values {
    let inOrder = group.sorted { order($0) < order($1) }
    guard let first = inOrder.first, let point = points[first] else { continue }
    let isOne = inOrder.count == 1
    let names = inOrder.map { "'\($0)'" }
    let list = isOne ? names[0] : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    problems.warning(
      point,
      "\(list) \(isOne ? "replaces a published number" : "replace published numbers") and \(isOne ? "counts" : "count") "
        + "as yours, because no evidence says otherwise. Grade \(isOne ? "it" : "each") under 'adjust', such as "
        + "evidence: {\(first): {grade: measured, source: …}}; a guess has 'grade: assumed'")
  }
}

/// The path itself and the sections around it, from the inside out: `a.b.c`, `a.b`, `a`.
private func enclosingPaths(of path: String) -> [String] {
  var paths = [path]
  while let path = paths.last, let dot = path.lastIndex(of: ".") { paths.append(String(path[..<dot])) }
  return paths
}

/// The values that a layer writes, by their paths.
private func leaves(of layer: Layer) -> [(path: String, node: LocatedNode)] {
  var leaves: [(path: String, node: LocatedNode)] = []
  func visit(_ node: LocatedNode) {
    if node.isLeaf { return leaves.append((node.path, node)) }
    for entry in node.entries { visit(entry.value) }
  }
  for entry in layer.node.entries where !["segments", "joint", "evidence"].contains(entry.key) {
    visit(entry.value)
  }
  for joint in layer.node["joint"]?.items ?? [] {
    for path in joint["paths"]?.items ?? [] {
      if let name = path.scalar { leaves.append((layer.joined(name), path)) }
    }
  }
  return leaves
}

/// The path a path of evidence means: relative to its layer, or else from the top of the file.
private func resolve(
  _ path: String, in layer: Layer, over population: LocatedNode, _ root: LocatedNode
) -> String? {
  let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  for node in [layer.node, population] where names(keys[...], .section(.population), node) {
    return layer.joined(path)
  }
  if let first = keys.first, ["usage_strings", "pre_prompts", "arms", "scenarios"].contains(first),
    names(keys[...], .section(.experiment), root)
  {
    return path
  }
  return nil
}

/// Whether a path leads to a number or a section; user's names must exist where it is written.
private func names(_ path: ArraySlice<String>, _ kind: ValueKind, _ node: LocatedNode?) -> Bool {
  guard let first = path.first else { return true }
  if case .named = kind {
    if node?[first] == nil { return false }
  } else if ["joint", "evidence"].contains(first) {
    return false
  }
  guard kind.table != nil, let member = kind.member(first) else { return false }
  return names(path.dropFirst(), member, node?[first])
}
