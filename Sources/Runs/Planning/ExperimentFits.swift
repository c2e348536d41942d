import ExperimentDesign
public import ExperimentFiles
import Foundation
import GSLNumerics
import Inference

/// Fits what experiments give as figures, each once: visit patterns to retention, beta distributions to ranges of
/// shares.
public struct ExperimentFits: Sendable {
  private var known: [RetentionTargets: RetentionAnswer] = [:]
  private var ranges: [ShareRange: RangeAnswer] = [:]

  /// Nothing is fitted yet.
  public init() {}

  /// The experiment with the visits that are fitted to its retention figures, and the distributions to its ranges.
  ///
  /// - Throws: `FileProblems` with everything that is wrong, in the texts and with the fits.
  public mutating func resolved(_ file: UnresolvedExperiment) throws(FileProblems) -> ExperimentFile {
    for targets in file.retention where known[targets] == nil {
      known[targets] = RetentionAnswer(fitting: targets)
    }
    for range in file.ranges where ranges[range] == nil { ranges[range] = RangeAnswer(fitting: range) }
    return try file.resolved(known, ranges: ranges)
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
  /// Fits visits to retention figures, and says how near they come.
  init(fitting targets: RetentionTargets) {
    do {
      let fit = try fitRetention(
        d1: targets.d1, d7: targets.d7, d30: targets.d30,
        sessionsPerActiveDay: targets.sessionsPerActiveDay)
      self.init(fit)
    } catch {
      self = .refused("no visit pattern could be fitted to this retention: \("\(error)"). Check the numbers")
    }
  }

  private init(_ fit: RetentionFit) {
    let pattern = fit.pattern
    let visits = VisitDistributions(shape: pattern.shape, rate: pattern.rate, a: pattern.a, b: pattern.b)
    switch fit.agreement {
    case .missed:
      self = .refused(
        "no visit pattern comes within \(percent(RetentionFit.most)) of this retention. In the nearest one "
          + "\(Self.misses(fit, beyond: RetentionFit.most)): \(Self.advice(fit))")
    case .loose:
      self = .fitted(
        visits,
        doubt: "no visit pattern has exactly this retention, so the nearest is used. In it "
          + "\(Self.misses(fit, beyond: RetentionFit.near)): \(Self.advice(fit)) if that matters")
    case .met: self = .fitted(visits, doubt: nil)
    }
  }

  /// The figures that a fit misses by more than this, the worst first, each with what it is instead.
  private static func misses(_ fit: RetentionFit, beyond limit: Double) -> String {
    let wanted = fit.targets, found = fit.fitted
    let figures: [(wanted: Double, found: Double, words: String)] = [
      (wanted.d1, found.d1, "d1 is \(percent(found.d1)) instead of \(percent(wanted.d1))"),
      (wanted.d7, found.d7, "d7 is \(percent(found.d7)) instead of \(percent(wanted.d7))"),
      (wanted.d30, found.d30, "d30 is \(percent(found.d30)) instead of \(percent(wanted.d30))"),
      (
        wanted.sessionsPerActiveDay, found.sessionsPerActiveDay,
        "sessions_per_active_day is \(fourDigits(found.sessionsPerActiveDay)) instead of \(fourDigits(wanted.sessionsPerActiveDay))"
      ),
    ]
    let missed = figures.filter { max($0.found / $0.wanted, $0.wanted / $0.found) > 1 + limit }
      .sorted {
        max($0.found / $0.wanted, $0.wanted / $0.found) > max($1.found / $1.wanted, $1.wanted / $1.found)
      }
    return missed.map { figure in
      let percent = Int((100 * abs(figure.found / figure.wanted - 1)).rounded())
      return "\(figure.words) (\(percent)% too \(figure.found > figure.wanted ? "high" : "low"))"
    }.joined(separator: ", ")
  }

  /// What to do about a fit that misses, by the figure that it misses most.
  private static func advice(_ fit: RetentionFit) -> String {
    let shares = [
      (fit.targets.d1, fit.fitted.d1), (fit.targets.d7, fit.fitted.d7), (fit.targets.d30, fit.fitted.d30),
    ]
    func miss(_ figure: (wanted: Double, found: Double)) -> Double {
      max(figure.found / figure.wanted, figure.wanted / figure.found)
    }
    let sessions = miss((fit.targets.sessionsPerActiveDay, fit.fitted.sessionsPerActiveDay))
    guard shares.allSatisfy({ miss($0) < sessions }) else {
      return "check that d1, d7 and d30 are shares of all installs with a session on that very day"
    }
    return "check that sessions_per_active_day counts sessions only on days that have one"
  }
}

/// A number with four significant digits, which are more than anybody measures.
private func fourDigits(_ value: Double) -> String { String(format: "%.4g", value) }

private func percent(_ share: Double) -> String { fourDigits(100 * share) + "%" }
