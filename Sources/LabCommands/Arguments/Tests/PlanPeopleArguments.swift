import ArgumentParser
import Inference
import Rendering
import TestData

/// The options of a plan that are about who counts, and what is split.
struct PlanPeopleArguments: ParsableArguments {
  @Option(help: "What the rates are of: installs, prompted or answered; the last two need --reach.")
  var denominator: DenominatorArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The share of installs that are prompted (or answer), of all options or of each, as 60%,70%.",
      valueName: "shares"),
    transform: Self.readReach)
  var reach: [Double]?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The share of rows that will not be usable.", valueName: "share"),
    transform: ShareText.readShare)
  var lost: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Installs of one release or language, where these are split instead of installs; needs --icc.",
      valueName: "installs"))
  var clusterSize: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many releases or languages each option gets, the baseline first, as 4,4; needs --icc.",
      valueName: "counts"),
    transform: Self.readClusters)
  var clusters: [Int]?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Intraclass correlation: the share of the variance that lies between releases or languages.",
      valueName: "share"),
    transform: ShareText.readShare)
  var icc: Double?

  /// The options that were given, by their names.
  var given: [String] {
    [
      denominator.map { _ in "--denominator" }, reach.map { _ in "--reach" }, lost.map { _ in "--lost" },
      clusterSize.map { _ in "--cluster-size" }, clusters.map { _ in "--clusters" }, icc.map { _ in "--icc" },
    ].compactMap { $0 }
  }

  private static func readReach(_ text: String) throws -> [Double] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map {
      ["1", "100%"].contains($0) ? 1 : try ShareText.readShare(String($0))
    }
  }

  private static func readClusters(_ text: String) throws -> [Int] {
    let counts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    if let most = counts.max(), most > 100_000 {
      throw ValidationError(
        "expected at most 100,000 releases or languages for each option, found '\(most)'.")
    }
    guard counts.count > 1, counts.allSatisfy({ $0 > 0 }) else {
      throw ValidationError(
        "expected a number of releases or languages for each option, the baseline first, as 4,4, found '\(text)'."
      )
    }
    guard counts.allSatisfy({ $0 > 1 }) else {
      throw ValidationError(
        "an option that is one release or language cannot be distinguished from it (confounded); expected at least 2 "
          + "for each option, found '\(text)'. Split more of them, or split installs.")
    }
    return counts
  }

  /// The share of each option's installs that the rates are of.
  ///
  /// - Parameter options: how many there are, the baseline included.
  /// - Throws: `ValidationError`.
  func counted(options: Int) throws -> [Double] {
    let usable = 1 - (lost ?? 0)
    switch (denominator?.denominator ?? .installs, reach) {
    case (.installs, nil): return [Double](repeating: usable, count: options)
    case (.installs, .some):
      throw ValidationError(
        "'--reach' goes with '--denominator prompted' or 'answered'; per install everybody counts. Leave it out."
      )
    case (let denominator, nil):
      throw ValidationError(
        "'--denominator \(denominator.rawValue)' needs '--reach', the share of installs that it counts, as in '--reach 60%'."
      )
    case (_, let reach?):
      guard reach.count == 1 || reach.count == options else {
        throw ValidationError(
          "'--reach' has \(reach.count) shares for \(options) options; give one for all, or one for each.")
      }
      return reach.count == 1
        ? [Double](repeating: reach[0] * usable, count: options) : reach.map { $0 * usable }
    }
  }

  /// What is split instead of installs.
  ///
  /// - Throws: `ValidationError`.
  func planned(options: Int) throws -> PlannedClusters? {
    switch (clusterSize, clusters, icc) {
    case (nil, nil, nil): return nil
    case (.some, .some, _):
      throw ValidationError(
        "'--cluster-size' is for many releases or languages, '--clusters' for a few. Use one of them.")
    case (_, _, nil):
      throw ValidationError(
        "'\(clusters == nil ? "--cluster-size" : "--clusters")' needs '--icc', the share of the variance that lies between "
          + "releases or languages, as in '--icc 0.005'.")
    case (nil, nil, .some):
      throw ValidationError(
        "'--icc' goes with '--cluster-size' or '--clusters'. Add one of them, as in '--clusters 4,4'.")
    case (let size?, nil, let correlation?):
      guard size >= 1, size <= 1e9 else {
        throw WholeNumber.outside("--cluster-size", 1...1_000_000_000, SupportedDigits.exact(size))
      }
      return .size(size, intraclassCorrelation: correlation)
    case (nil, let counts?, let correlation?):
      guard counts.count == options else {
        throw ValidationError(
          "'--clusters' has \(counts.count) counts for \(options) options; give one for each.")
      }
      return .counts(counts, intraclassCorrelation: correlation)
    }
  }

  /// Refuses rates of a part of the installs of an experiment, whose options prompt different people.
  ///
  /// - Throws: `ValidationError`.
  func requireModel() throws {
    let isPerInstall = (denominator?.denominator ?? .installs) == .installs
    guard let option = !isPerInstall ? "--denominator" : reach != nil ? "--reach" : nil else { return }
    throw ValidationError(
      "'\(option)' is for a plan from rates alone: options that ask at different moments prompt different people, so the "
        + "rates of an experiment are per install. Leave it out. If all options ask at the same moment, plan with "
        + "'--rates 40%,43% --denominator prompted --reach 60%' and without the file or run.")
  }

  /// Refuses what goes with no looks.
  ///
  /// - Parameter isLookedAt: whether the running test is looked at.
  func requireFit(isLookedAt: Bool) throws {
    if isLookedAt, let option = clusterSize != nil ? "--cluster-size" : clusters != nil ? "--clusters" : nil {
      throw ValidationError(
        "'\(option)' is for a test that is read once, at its end. Leave out '--looks' and '--peek'.")
    }
    if isLookedAt, let denominator, denominator.denominator != .installs {
      throw ValidationError(
        "Looks are at rates per install, since installs are what is split. Leave out '--denominator', or '--looks' and "
          + "'--peek'.")
    }
  }

  /// Refuses counted releases or languages for an aim with a margin.
  ///
  /// - Throws: `ValidationError`.
  func requireFit(_ aim: PlanStatisticsArguments.Aim) throws {
    guard clusters == nil || aim == .difference else {
      throw ValidationError("'--clusters' goes with '--aim difference'. Use '--cluster-size' for other aims.")
    }
  }

  /// Refuses what goes with no test of this kind.
  ///
  /// - Parameter question: what is asked.
  func requireFit(question: TestQuestion) throws {
    guard clusters != nil else { return }
    guard question.arms != nil else {
      throw ValidationError(
        "'--clusters' needs a difference, as in '--lift 2pp'. Add it, or use '--cluster-size' for the difference."
      )
    }
  }
}
