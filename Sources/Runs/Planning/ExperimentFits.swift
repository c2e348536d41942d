import ExperimentDesign
public import ExperimentFiles
import Foundation
import GSLNumerics
import Inference

/// Fits what experiments give as figures, each once: visit patterns to retention, beta distributions to ranges of
/// shares.
public struct ExperimentFits: Sendable {
  private var known: [RetentionTargets: [Double: RetentionAnswer]] = [:]
  private var ranges: [ShareRange: RangeAnswer] = [:]

  /// Nothing is fitted yet.
  public init() {}

  /// The experiment with the visits that are fitted to its retention figures, and the distributions to its ranges.
  ///
  /// - Throws: `FileProblems` with everything that is wrong, in the texts and with the fits.
  public mutating func resolved(_ file: UnresolvedExperiment) throws(FileProblems) -> ExperimentFile {
    var answers: [RetentionTargets: RetentionAnswer] = [:]
    for targets in file.retention {
      let answer =
        known[targets]?[file.horizonDays]
        ?? RetentionAnswer(fitting: targets, horizonDays: file.horizonDays)
      known[targets, default: [:]][file.horizonDays] = answer
      answers[targets] = answer
    }
    for range in file.ranges where ranges[range] == nil { ranges[range] = RangeAnswer(fitting: range) }
    return try file.resolved(answers, ranges: ranges)
  }
}

/// Reads an experiment from a file, with everything fitted that it gives as figures.
///
/// - Parameters:
///   - path: The file; `-` is standard input.
///   - overrides: What is set from outside, applied in order.
///   - purpose: Whether the strategies of `search` join the arms.
/// - Throws: `FileProblems` with everything that is wrong.
public func loadExperiment(
  path: String, overrides: [Setting] = [], purpose: ReadingPurpose = .simulation
) throws(FileProblems) -> ExperimentFile {
  try loadExperiment(
    text: try experimentBytes(path), path: path, overrides: overrides, purpose: purpose)
}

/// Reads an experiment from bytes, with everything fitted that it gives as figures.
///
/// - Parameters:
///   - text: The file's bytes.
///   - path: What the text is called in messages; population files are sought beside it.
///   - overrides: What is set from outside, applied in order.
///   - populationText: What the population that the text names says, where that is not to be read from
///     its path.
///   - purpose: Whether the strategies of `search` join the arms.
/// - Throws: `FileProblems` with everything that is wrong.
public func loadExperiment(
  text: [UInt8], path: String, overrides: [Setting] = [], populationText: [UInt8]? = nil,
  purpose: ReadingPurpose = .simulation
) throws(FileProblems) -> ExperimentFile {
  var fits = ExperimentFits()
  return try fits.resolved(
    try readExperiment(
      text: text, path: path, overrides: overrides.map { (path: $0.path, value: $0.value) },
      populationText: populationText, purpose: purpose))
}

extension RangeAnswer {
  /// Fits a beta distribution with 5% below the range and 5% above it.
  ///
  /// The shapes are rounded to twelve digits, which moves neither share by more than rounding and lets machines whose
  /// logarithms differ in the last bit agree on what an experiment means.
  init(fitting range: ShareRange) {
    do {
      let found = try BetaDistribution(tail: 0.05, below: range.low, above: range.high)
      self = .fitted(a: Self.rounded(found.a), b: Self.rounded(found.b))
    } catch {
      self = .refused(
        "no beta distribution has 5% below \(range.low) and 5% above \(range.high): the range is too narrow, or too near to 0 and 1. Write a wider one, a number that is known, or {uniform: [lo, hi]}"
      )
    }
  }

  private static func rounded(_ value: Double) -> Double {
    let digits = 11 - Int(log10(value).rounded(.down))
    let scale = pow(10, Double(abs(digits)))
    return digits >= 0 ? (value * scale).rounded() / scale : (value / scale).rounded() * scale
  }
}

extension RetentionAnswer {
  /// Fits visits to retention figures within a horizon, and says how near they come.
  init(fitting targets: RetentionTargets, horizonDays: Double) {
    do {
      let fit = try fitRetention(
        d1: targets.d1, d7: targets.d7, d30: targets.d30,
        sessionsPerActiveDay: targets.sessionsPerActiveDay, secondSession: targets.secondSession,
        horizonDays: horizonDays)
      try self.init(fit, targets, horizonDays: horizonDays)
    } catch {
      self = .refused("no visit pattern could be fitted to this retention: \(error). Check the numbers")
    }
  }

  private init(_ fit: RetentionFit, _ targets: RetentionTargets, horizonDays: Double) throws {
    let comparison = "expected \(Self.words(fit.targets)), fitted \(Self.words(fit.fitted))"
    var doubts: [String] = []
    switch fit.agreement {
    case .missed:
      self = .refused(
        "no visit pattern comes within \(Self.text(100 * RetentionFit.most))% of this retention: \(comparison). Check the four numbers"
      )
      return
    case .loose:
      doubts.append(
        "the visit pattern misses this retention by more than \(Self.text(100 * RetentionFit.near))%: \(comparison)"
      )
    case .met: break
    }
    doubts += try Self.others(fit, targets, horizonDays: horizonDays)
    let pattern = fit.pattern
    self = .fitted(
      VisitDistributions(shape: pattern.shape, rate: pattern.rate, a: pattern.a, b: pattern.b), doubts: doubts
    )
  }

  /// Says which other population has these figures, or that the fifth figure contradicts the four.
  private static func others(
    _ fit: RetentionFit, _ targets: RetentionTargets, horizonDays: Double
  ) throws -> [String] {
    var doubts: [String] = []
    let days = text(horizonDays)
    let found = fit.pattern.secondSession(byDay: horizonDays)
    if let second = targets.secondSession, abs(found / second - 1) > RetentionFit.near {
      doubts.append(
        "expected second_session \(text(second)), found \(text(found)) in the visit pattern that fits the other four figures. Check that it is the share of installs with a second session within \(days) days"
      )
    }
    guard !fit.others.isEmpty else { return doubts }
    let described = try ([fit.pattern] + fit.others).map { pattern in
      "\(text(100 * pattern.shareNeverBack))% of installs never come back "
        + "(\(text(try pattern.meanSessions(byDay: horizonDays))) sessions in \(days) days, "
        + "second_session \(text(pattern.secondSession(byDay: horizonDays))))"
    }
    doubts.append(
      "\(described.count) visit patterns have exactly these figures: "
        + described.joined(separator: "; or ")
        + ". The first is used. Give 'second_session', the share of installs with a second session within \(days) days, to choose"
    )
    return doubts
  }

  private static func words(_ figures: RetentionFigures) -> String {
    "d1 \(text(figures.d1)), d7 \(text(figures.d7)), d30 \(text(figures.d30)), "
      + "sessions_per_active_day \(text(figures.sessionsPerActiveDay))"
  }

  /// Four significant digits, which are more than anybody measures.
  private static func text(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return "\(value)" }
    var scale = 1.0
    while abs(value) * scale < 1000, scale < 1e12 { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}
