import ExperimentDesign
import TextFormats

/// Where the numbers come from: which layers write each of them, and what evidence says of them.
struct NumberOrigins {
  private let layers: PopulationLayers
  private let root: LocatedNode
  /// Every number of the experiment.
  private let paths: Set<String>
  /// What the layers write of each number, the lowest first.
  private var writings: [String: [(rank: Int, layer: Layer, node: LocatedNode)]] = [:]

  init(_ layers: PopulationLayers, root: LocatedNode, paths: Set<String>) {
    (self.layers, self.root, self.paths) = (layers, root, paths)
    for (rank, layer) in layers.all.enumerated() {
      // A joint first: what was written over its text stands in place of it.
      let drawn = layer.joints.flatMap { joint in joint.paths.indices.map { joint.leaf($0, in: layer) } }
      for node in drawn + leaves(of: layer) { writings[node.path, default: []].append((rank, layer, node)) }
    }
  }

  /// What holds of each number.
  ///
  /// Evidence for a section holds for all numbers in it. A number that a higher layer writes anew is no longer covered by
  /// the evidence of the layer below. Where that was published, the new number counts as the team's own, and a warning
  /// says so and how to grade it. What is set from outside is not warned of: it tries a number out, and has no line to
  /// write evidence at. A scenario only tries a number out, and its numbers are assumed.
  ///
  /// - Returns: the evidence, and the numbers set from outside that count as the team's own without being measured.
  func evidence(_ problems: ProblemList) -> (evidence: [String: Evidence], tried: Set<String>) {
    let claims = Dictionary(grouping: claims(problems), by: \.path)
    var result: [String: Evidence] = [:]
    var ungraded: [(path: String, point: SourcePoint)] = []
    var tried: Set<String> = []
    for path in paths.union(claims.keys) {
      // The nearest claim holds: that of the number itself, else of the section around it.
      let near = enclosingPaths(of: path).map { claims[$0] ?? [] }
      let written = writings[path]?.last
      // A claim of a lower layer than the one that writes the number is about another number.
      let rank = written.map { Self.rank($0.rank, $0.node.point) } ?? 0
      func nearest(from least: Int) -> Evidence? {
        near.lazy.compactMap { claims in
          claims.filter { $0.rank >= least }.max { $0.rank < $1.rank }?.evidence
        }.first
      }
      result[path] = nearest(from: rank)
      guard result[path] == nil, !path.hasPrefix("scenarios."), nearest(from: 0)?.grade == .published else {
        continue
      }
      result[path] = Evidence(grade: .measured, source: "your own number, in place of a published one")
      if rank == .max {
        tried.insert(path)
      } else if let node = written?.node, !node.isNull {
        ungraded.append((path, node.point))
      }
    }
    warnOfUngraded(ungraded, problems)
    return (result, tried)
  }

  /// What is set from outside is above every layer.
  private static func rank(_ layer: Int, _ point: SourcePoint) -> Int {
    point.rank >= SourcePoint.firstSetting ? .max : layer
  }

  private typealias Claim = (path: String, rank: Int, evidence: Evidence)

  /// What the layers say of where numbers come from, by the path of a number or of a section.
  private func claims(_ problems: ProblemList) -> [Claim] {
    layers.all.enumerated().flatMap { rank, layer in
      (layer.node["evidence"]?.entries ?? []).compactMap { entry -> Claim? in
        func text(_ key: String) -> String? { entry.value[key]?.scalar }
        guard let grade = text("grade").flatMap(Evidence.Grade.init(rawValue:)) else { return nil }
        guard let path = resolve(entry.key, in: layer, over: layers.population, root) else {
          let meant = nearestWord(to: entry.key, among: drawablePaths + paths.sorted())
          problems.warning(
            entry.point,
            "evidence for \(entry.key.cited), which names no number of this file."
              + (meant.map { " Did you mean '\($0)'?" } ?? ""))
          return nil
        }
        let evidence = Evidence(
          grade: grade, source: text("source"), date: text("date"), denominator: text("denominator"))
        return (path, Self.rank(rank, entry.point), evidence)
      }
    }
  }

  /// The numbers that the experiment's own text gives: what `adjust` writes in place of another value of the population, and
  /// what it says of usage strings and pre-prompts, but for the guess that a starter came with.
  ///
  /// What is set from outside is no number of the file, and a scenario only tries one out. A joint is written by a
  /// calibration, which grades each of its numbers.
  var own: Set<String> {
    func isOfFile(_ node: LocatedNode) -> Bool {
      node.point.rank < SourcePoint.populationFile && !node.isNull
    }
    return paths.filter { path in
      if path.hasPrefix("usage_strings.") || path.hasPrefix("pre_prompts.") {
        let node = root.value(at: path.split(separator: ".").map(String.init))
        guard let node, isOfFile(node) else { return false }
        return path != StarterGuess.path || node.flowText != StarterGuess.value
      }
      let writings = writings[path] ?? []
      guard let (_, layer, node) = writings.last, layer.name == "adjust" || layer.name.hasPrefix("adjust.")
      else { return false }
      if case .jointMember = node.content { return false }
      return isOfFile(node) && writings.dropLast().last?.node.flowText != node.flowText
    }
  }

  /// What the layers write of a number, the topmost first.
  func nodes(of path: String) -> [LocatedNode] { (writings[path] ?? []).reversed().map(\.node) }
}

/// Warns of numbers that count as the team's own without anybody saying so: once for each section, at the first.
private func warnOfUngraded(_ numbers: [(path: String, point: SourcePoint)], _ problems: ProblemList) {
  // How long the SDK waits is what the team sets, and no figure that anybody measures.
  let figures = numbers.filter { !$0.path.hasSuffix("attribution.wait_seconds") }
  for group in Dictionary(grouping: figures, by: { enclosingPaths(of: $0.path).dropFirst().first ?? "" })
    .values
  {
    let inOrder = group.sorted { ($0.point, $0.path) < ($1.point, $1.path) }
    let (first, point) = inOrder[0]
    problems.warning(
      point,
      "counted as yours in place of what was published, because no evidence says otherwise: "
        + "\(inOrder.map { "'\($0.path)'" }.listed). Grade each under 'adjust', such as "
        + "evidence: {\(first): {grade: measured, source: …}}; a guess has 'grade: assumed'")
  }
}

/// The path itself and the sections around it, from the inside out: `a.b.c`, `a.b`, `a`.
private func enclosingPaths(of path: String) -> [String] {
  var paths = [path]
  while let path = paths.last, let dot = path.lastIndex(of: ".") { paths.append(String(path[..<dot])) }
  return paths
}

/// The values that a layer writes.
private func leaves(of layer: Layer) -> [LocatedNode] {
  func leaves(_ node: LocatedNode) -> [LocatedNode] {
    node.isLeaf ? [node] : node.entries.flatMap { leaves($0.value) }
  }
  return layer.node.entries.filter { !["segments", "joint", "evidence"].contains($0.key) }
    .flatMap { leaves($0.value) }
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
