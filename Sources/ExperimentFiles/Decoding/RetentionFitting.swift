import ExperimentDesign
import Foundation
import Inference

extension RetentionQuestion {
  /// What is believed of visits once retention figures condition it, and what is doubtful about it, in a sentence.
  typealias Answer = (belief: NormalBelief, doubt: String?)

  /// A figure off by more than this is told, and one by more than that refused.
  private static let most = (met: 0.05, told: 0.2)

  /// Conditions what is believed of visits on the figures, and says how near they come.
  func answer() throws(NumberProblem) -> Answer {
    let fit: RetentionFit
    do {
      fit = try RetentionFit(
        figures, horizonDays: horizonDays, prior: try belief ?? .ofVisitsToAnyApp())
    } catch {
      throw NumberProblem("no visits could be fitted to this retention: \("\(error)"). Check the numbers")
    }
    let off = fit.worstRatio - 1
    let misses = misses(fit, beyond: off > Self.most.told ? Self.most.told : Self.most.met)
    if off > Self.most.told {
      throw NumberProblem("no app of this kind has these figures together. In the nearest one \(misses)")
    }
    let isMet = off <= Self.most.met
    return (
      fit.belief,
      isMet
        ? nil
        : "hardly any app of this kind has these figures together, so a compromise is used. In it \(misses) "
          + "if that matters"
    )
  }

  /// The figures that are missed by more than this, the worst first, each with what it is instead, and what to check.
  private func misses(_ fit: RetentionFit, beyond limit: Double) -> String {
    let missed = zip(figures.values, fit.fitted).map { given, found in
      (key: given.key, given: given.value, found: found, ratio: max(found / given.value, given.value / found))
    }.filter { $0.ratio > 1 + limit }.sorted { $0.ratio > $1.ratio }
    let sessions = "sessions_per_active_day"
    let words = missed.map { figure in
      func text(_ value: Double) -> String {
        figure.key == sessions ? fourDigits(value) : fourDigits(100 * value) + "%"
      }
      let off = Int(min(1e6, (100 * abs(figure.found / figure.given - 1)).rounded()))
      return
        "\(figure.key) is \(text(figure.found)) instead of \(text(figure.given)) (\(off)% too \(figure.found > figure.given ? "high" : "low"))"
    }
    let advice =
      missed.first?.key == sessions
      ? "check that sessions_per_active_day counts sessions only on days that have one"
      : "check that these are shares of all installs, and d1, d7 and d30 those with a session on that very day"
    return "\(words.joined(separator: ", ")): \(advice)"
  }
}

/// A number with four significant digits, which are more than anybody measures.
private func fourDigits(_ value: Double) -> String { String(format: "%.4g", value) }
