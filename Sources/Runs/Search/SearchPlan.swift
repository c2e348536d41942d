public import ExperimentDesign
public import ExperimentFiles
public import Studies
public import TextFormats

/// A search that a file describes: what is searched, and how its answer becomes an experiment of its own.
public struct SearchPlan: Sendable {
  /// The file with all strategies as arms.
  public let file: ExperimentFile
  /// What is set in it from outside.
  public let overrides: [Setting]
  /// The seed of the search.
  public let seed: UInt64
  /// Whether neither file nor command line gave it.
  public let isSeedDrawn: Bool
  /// What is searched.
  public let space: SearchSpace
  private let path: String

  /// Reads a file to search.
  ///
  /// - Throws: `FileProblems`, also where the file has no `search`.
  public init(path: String, overrides: [Setting]) throws(FileProblems) {
    let file = try loadExperiment(path: path, overrides: overrides, purpose: .search)
    guard let space = file.search else {
      throw FileProblems([
        FileProblem(file: path, line: 1, column: 1, message: "the experiment lacks 'search'")
      ])
    }
    self.file = file
    self.space = space
    self.overrides = overrides
    self.path = path
    isSeedDrawn = file.experiment.seed == nil
    seed = file.experiment.seed ?? SimulationPlan.drawSeed()
  }

  /// The experiment that is searched: every arm and every strategy.
  public var experiment: Experiment { file.experiment }

  /// What the platform checks find that keeps strategies from being recommended, by their positions: errors that nobody has
  /// accepted.
  public var errors: [Int: [String]] {
    var errors: [Int: [String]] = [:]
    for finding in PlatformDescription(file, path: path).findings
    where finding.severity == .error && finding.accepted == nil && !finding.forbids {
      // The stop of the sentence comes after the rules.
      let what = finding.sentence.hasSuffix(".") ? String(finding.sentence.dropLast()) : finding.sentence
      let text = "\(what) (\(finding.rules.joined(separator: ", ")))"
      for (position, arm) in experiment.arms.enumerated() where finding.arms.contains(arm.name) {
        errors[position, default: []].append(text)
      }
    }
    return errors
  }

  /// The strategies that are simulated anew once the search is over: the one named, the next ones by their means, the
  /// baseline, and at most 12 that differ from the one named in one key, those with the nearest values first.
  ///
  /// Of those nearly as good as a better one only that one, or their chances of being best would be shared out among them.
  public func finalists(_ report: SearchReport, top: Int) -> [String] {
    guard let winner = report.winner else { return [] }
    let distinct = report.distinct
    var names = [winner]
    for name in distinct where !names.contains(name) && names.count < top { names.append(name) }
    let baseline = experiment.arms[experiment.baselineIndex].name
    let standing = report.strategies.first { $0.strategy == baseline }?.alike ?? baseline
    if !names.contains(standing), !report.isLeftOut(baseline) { names.append(standing) }
    let near = space.neighbours(of: winner).map(report.standing).filter(distinct.contains)
    for name in near.prefix(Self.mostNeighbours) where !names.contains(name) { names.append(name) }
    return names
  }

  private static let mostNeighbours = 12
  /// Trials of the finalists' run.
  public static let finalTrials = 4_000

  /// The experiment of the finalists, with a seed that the search did not use.
  ///
  /// Its trials are others than those that chose, so that its numbers do not flatter the choice.
  public func finalExperiment(of names: [String], trials: Int = SearchPlan.finalTrials) -> MadeExperiment {
    let baseline = experiment.arms[experiment.baselineIndex].name
    return file.experiment(
      ofSearched: names, baseline: names.contains(baseline) ? baseline : names[0],
      seed: seed &+ 1, trials: trials, installs: 2_000,
      comment: [
        "The best strategies that a search found, the best first, the baseline, and what is one step from the best.",
        "Its seed, trials and installs replace those of the file that was searched: numbers of the trials that chose",
        "would flatter the choice.",
      ])
  }

  /// The plan of the finalists.
  ///
  /// - Throws: `FileProblems`.
  public func finalPlan(_ made: MadeExperiment) throws(FileProblems) -> SimulationPlan {
    let file = try loadExperiment(text: Array(made.whole.utf8), path: path, overrides: finalOverrides)
    return SimulationPlan(file, overrides: finalOverrides)
  }

  /// What is set from outside in the finalists' experiment: arms and sizes stand in its text.
  public var finalOverrides: [Setting] {
    let written = ["arms", "search", "baseline", "seed", "trials", "installs"]
    return overrides.filter { setting in
      let key = setting.path.split(separator: ".").first.map(String.init) ?? ""
      return !written.contains(key)
    }
  }
}

extension SearchSpace {
  /// The strategies that differ from another in one key, those with the nearest values in the lists first.
  ///
  /// - Returns: none for an arm that `search` does not make.
  func neighbours(of strategy: String) -> [String] {
    guard let own = strategies.first(where: { $0.name == strategy })?.values else { return [] }
    let found = keys.indices.reversed().flatMap { key in
      func place(_ values: [String]) -> Int { keys[key].values.firstIndex(of: values[key]) ?? 0 }
      return strategies.filter { other in
        keys.indices.allSatisfy { (own[$0] == other.values[$0]) == ($0 != key) }
      }
      .map { (distance: abs(place($0.values) - place(own)), name: $0.name) }
    }
    return found.indices.sorted { (found[$0].distance, $0) < (found[$1].distance, $1) }.map { found[$0].name }
  }
}
