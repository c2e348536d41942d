import ExperimentDesign
public import ExperimentFiles
import Foundation
import GSLNumerics
import Inference
import Synchronization

/// Fits what experiments give as figures, each once: beliefs of visits to retention, beta distributions to ranges of
/// shares.
///
/// A class, because those who read one text after another share what is known.
public final class ExperimentFits: FigureFits, Sendable {
  private let known = Mutex<[RetentionQuestion: RetentionAnswer]>([:])
  private let ranges = Mutex<[ShareRange: RangeAnswer]>([:])

  /// Nothing is fitted yet.
  public init() {}

  /// Conditions what is believed of visits on retention figures.
  public func visits(for question: RetentionQuestion) -> RetentionAnswer {
    known.withLock { known in
      let answer = known[question] ?? RetentionAnswer(to: question)
      known[question] = answer
      return answer
    }
  }

  /// Fits a beta distribution to a range of shares.
  public func distribution(of range: ShareRange) -> RangeAnswer {
    ranges.withLock { known in
      let answer = known[range] ?? RangeAnswer(fitting: range)
      known[range] = answer
      return answer
    }
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
///   - extended: The name and the text of the file that it extends, where that is not to be read from its path.
///   - purpose: Whether the strategies of `search` join the arms.
/// - Throws: `FileProblems` with everything that is wrong.
public func loadExperiment(
  text: [UInt8], path: String, overrides: [Setting] = [], populationText: [UInt8]? = nil,
  extended: (name: String, text: String)? = nil, purpose: ReadingPurpose = .simulation
) throws(FileProblems) -> ExperimentFile {
  try readExperiment(
    text: text, path: path, overrides: overrides.map { (path: $0.path, value: $0.value) },
    populationText: populationText, extended: extended, purpose: purpose, fits: ExperimentFits())
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
  /// A figure off by more than this is told, and one by more than that refused.
  private static let most = (met: 0.05, told: 0.2)

  /// Conditions what is believed of visits on retention figures, and says how near they come.
  init(to question: RetentionQuestion) {
    do {
      let fit = try RetentionFit(
        question.figures, horizonDays: question.horizonDays,
        prior: try NormalBelief(mean: question.belief.mean, covariance: question.belief.covariance))
      self.init(fit, of: question.figures)
    } catch {
      self = .refused("no visits could be fitted to this retention: \("\(error)"). Check the numbers")
    }
  }

  private init(_ fit: RetentionFit, of figures: RetentionFigures) {
    let off = fit.worstRatio - 1
    let misses = Self.misses(fit, figures, beyond: off > Self.most.told ? Self.most.told : Self.most.met)
    if off > Self.most.told {
      self = .refused("no app of this kind has these figures together. In the nearest one \(misses)")
      return
    }
    self = .fitted(
      VisitBelief(mean: fit.belief.mean, covariance: fit.belief.covariance),
      doubt: off > Self.most.met
        ? "hardly any app of this kind has these figures together, so a compromise is used. In it \(misses) "
          + "if that matters" : nil)
  }

  /// The figures that are missed by more than this, the worst first, each with what it is instead, and what to check.
  private static func misses(_ fit: RetentionFit, _ figures: RetentionFigures, beyond limit: Double) -> String
  {
    let missed = zip(figures.values, fit.fitted).map { given, found in
      (key: given.key, given: given.value, found: found, ratio: max(found / given.value, given.value / found))
    }.filter { $0.ratio > 1 + limit }.sorted { $0.ratio > $1.ratio }
    let words = missed.map { figure in
      let isCount = figure.key == sessions
      let (found, given) =
        isCount
        ? (fourDigits(figure.found), fourDigits(figure.given))
        : (percent(figure.found), percent(figure.given))
      let off = Int(min(1e6, (100 * abs(figure.found / figure.given - 1)).rounded()))
      return
        "\(figure.key) is \(found) instead of \(given) (\(off)% too \(figure.found > figure.given ? "high" : "low"))"
    }
    let advice =
      missed.first?.key == sessions
      ? "check that sessions_per_active_day counts sessions only on days that have one"
      : "check that these are shares of all installs, and d1, d7 and d30 those with a session on that very day"
    return "\(words.joined(separator: ", ")): \(advice)"
  }

  private static let sessions = "sessions_per_active_day"
}

/// A number with four significant digits, which are more than anybody measures.
private func fourDigits(_ value: Double) -> String { String(format: "%.4g", value) }

private func percent(_ share: Double) -> String { fourDigits(100 * share) + "%" }
