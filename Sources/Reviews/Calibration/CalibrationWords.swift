import ExperimentDesign
import Foundation
import Inference
import Rendering
import Studies

/// What a calibration says, in sentences.
struct CalibrationWords {
  let report: CalibrationReport

  private var isShare: Bool { report.objective.isShare }

  /// An input by its path.
  private func fitted(_ path: String) -> CalibrationReport.Parameter? {
    report.parameters.first { $0.parameter == path }
  }

  /// `allow.rate and onboarding.first`; of many the first.
  private func inputs(_ paths: [String], most: Int = 4) -> Phrase {
    paths.count > most
      ? "\(paths.prefix(most).joined(separator: ", ")) and \(paths.count - most) more" : "\(paths.inProse)"
  }

  /// What was counted.
  var counted: Phrase {
    let data = report.data
    let known: Phrase = "\(data.knownShares, "known share")"
    let shares: Phrase? = data.knownShares > 0 ? ", and \(known)" : nil
    let scenario: Phrase? = report.scenario.map { ", scenario \($0)" }
    guard data.options > 0 else { return "What \(known) taught\(scenario):" }
    let days: Phrase = "\(data.days.count == 1 ? "day" : "days") \(data.days.map(String.init).inProse)"
    return
      "What \(data.installs, "install") of \(data.options, "option"), read by \(days)\(shares), taught\(scenario):"
  }

  // MARK: - What stays open

  /// What the data cannot tell apart, and what they hardly tell of, with what would.
  func open(isFull: Bool) -> [Fact] {
    let pairs = report.knownTogether.prefix(isFull ? 3 : 1).map { pair in
      let remedy: Phrase? = pair.toldBy.map { " \($0.words(report)) would tell them apart." }
      return Fact("Not apart", "\(inputs(pair.parameters)) are known only together.\(remedy)")
    }
    let left = report.open.flatMap(\.parameters)
    var lines: [Phrase] =
      left.isEmpty ? [] : ["Left as assumed: \(inputs(left, most: isFull ? 12 : 3))."]
    lines += report.open.compactMap { open in
      open.toldBy.map { "\($0.words(report)) would tell \(inputs(open.parameters))." }
    }.prefix(isFull ? 10 : 1)
    let outside = report.parameters.count { $0.status == .notInData }
    if isFull, outside > 0 {
      lines.append("\(outside, "uncertain input does", "uncertain inputs do") not enter these counts.")
    }
    return pairs + (lines.isEmpty ? [] : [Fact("Still open", lines.joined(separator: " "))])
  }

  // MARK: - How well it fits

  /// Whether there are so few counts that the inputs can meet each of them.
  private var isSaturated: Bool { report.fit.isGood && report.fit.expectedHigh < 0.5 }

  /// The fit in one figure.
  var fit: Phrase {
    let fit = report.fit
    if isSaturated { return "The inputs meet every count, so the fit says nothing about the model." }
    let share: Phrase = fit.p < 0.01 ? "under 1%" : Quantity.fixed(fit.p, .share, 0)
    return
      "\(fit.isGood ? "The model fits" : "The model does not fit"): chance alone misses by as much in \(share) of cases."
  }

  /// What stands behind that figure.
  var details: [Phrase] {
    var sentences: [Phrase] = isSaturated ? [] : ["Largest miss: \(worst)."]
    if let check = report.check {
      sentences.append(
        "\(grouped: check.draws) draws of the file's inputs are worth \(Quantity.fixed(check.effectiveSize, .number, 0)) of equal weight by the counts."
      )
    }
    sentences += report.alternatives.map { alternative -> Phrase in
      let odds = Quantity.fixed(exp(min(abs(alternative.logOdds), 20)), .number, 0)
      let side = alternative.logOdds < 0 ? "for" : "against"
      return
        "The data speak \(odds) to 1 \(side) \(alternative.parameter) being \(Quantity.fixed(alternative.value, .number, 0))."
    }
    guard report.data.options > 0 else { return sentences }
    guard let dispersion = report.data.dispersion else {
      return sentences + [
        "How much weeks differ is not seen without three of them; the ranges may be too narrow."
      ]
    }
    return sentences + [
      "Weeks differ \(Quantity.fixed(dispersion.squareRoot(), .number, 1)) times as much as chance does; the ranges allow for it."
    ]
  }

  private var worst: Phrase {
    let cells = report.data.counts.flatMap { counts in counts.residuals.indices.map { (counts, $0) } }
    guard
      let (counts, cell) = cells.max(by: { abs($0.0.residuals[$0.1]) < abs($1.0.residuals[$1.1]) })
    else { return "none" }
    let (observed, expected) = (counts.observed, counts.expected[cell])
    let size: Phrase = "\(Quantity.fixed(counts.residuals[cell], .number, 1, .signed)) standard deviations"
    let place: Phrase = "\(observed.name), \(observed.cells[cell])"
    if counts.isKnownShare {
      let share = percent(expected / Double(observed.people))
      return "\(place), \(percent(observed.shares[cell])) known and \(share) expected (\(size))"
    }
    return expected < 1
      ? "\(place), \(grouped: observed.counts[cell]) counted where hardly anybody is expected"
      : "\(place), \(grouped: observed.counts[cell]) counted and \(grouped: Int(expected.rounded())) expected (\(size))"
  }

  // MARK: - Take care

  /// A sentence or two; of what keeps it from being written without a full stop.
  func caution(_ caution: CalibrationReport.Caution) -> Phrase {
    let path = inputs(caution.parameters)
    let input = caution.parameters.first.flatMap(fitted)
    switch caution.kind {
    case .misfit: return "The largest miss: \(worst). Do not use the numbers before you know why."
    case .surprise:
      return
        "Data and file disagree about \(path): \(input?.now), and the file assumes \(input?.before). Widen its "
        + "range, or find out how the app of the data differs."
    case .fixedInput:
      return "\(path) cannot move, with one value in the file. Write a range, such as {range: [20%, 30%]}."
    case .roughDraws:
      return
        "The ranges may be off: what the file gets is only roughly what the counts say. Count another option, or fit "
        + "fewer inputs: those with one value in the file stay."
    case .notWritten:
      return
        "\(path) is learnt but not written, as it is an option's own or a scenario's segment's. Change it there: \(input?.now)."
    case .oneOption:
      return
        "One option was counted, so who would allow and what asking then costs are not told apart. A test of two moments would."
    case .contradiction:
      return
        "Counts and file contradict each other: \(path) would be \(input?.now), and the file assumes \(input?.before)"
    case .tooSmall:
      let most: Phrase? = input.map {
        ": they tell most about \($0.parameter), which is \(percent($0.tells)) better known now"
      }
      let times: Phrase? = caution.times.map {
        ". About \(Quantity.fixed($0.rounded(.up), .number, 0)) times as many installs would tell enough"
      }
      return "The counts tell too little to change the file\(most)\(times)"
    }
  }

  /// What keeps it from being written, and what to do.
  var obstacle: Phrase? {
    report.obstacle.map { $0.kind == .misfit ? "The model does not fit the counts" : caution($0) }
  }

  // MARK: - The answer

  /// What the file answers now.
  var answer: Fact {
    guard let answer = report.answer, let lead = answer.after.map(difference) else {
      return Fact("Answer", "One option may be chosen, so nothing is compared.")
    }
    let old: Phrase? = answer.before.map(difference).map { " The file alone said \($0)." }
    return Fact("Answer", "\(Name(answer.arm)) leads \(Name(answer.less)) by \(lead).\(old)")
  }

  // MARK: - Numbers

  private func difference(_ lead: Estimate) -> Phrase {
    let mean = amount(lead.overTrials.mean, .signed)
    guard let range = lead.uncertaintyInterval90 else { return mean }
    let ends = [range.lower, range.upper].map { amount($0, [.signed, .bare]) }
    return "\(mean) (90% range \(ends[0]) to \(ends[1]))"
  }

  private func amount(_ value: Double, _ look: Quantity.Look = []) -> Phrase {
    Quantity.fixed(value, isShare ? .points : .number, isShare ? 1 : 3, look)
  }

  private func percent(_ share: Double) -> Phrase { Quantity.fixed(share, .share, share < 0.1 ? 1 : 0) }
}

extension NeededData {
  /// As the subject of a sentence.
  fileprivate func words(_ report: CalibrationReport) -> Phrase {
    switch self {
    case .askedTwice: "Counts of an option with a pre-prompt, or of people who are asked twice,"
    case .visits: "Who is still active by day ('--retention')"
    case .onboarding: "Counts of an option that asks when onboarding is done"
    case .events: "Counts of an option that asks after the event"
    case .prompted: "The column prompted"
    case .denied: "The columns prompted and denied_by_7"
    // Counts of several options are such a test already.
    case .timing: "A \(report.data.options > 1 ? "larger " : "")test of options that ask at several moments"
    case .prePrompts: "The columns pre_prompt_shows and pre_prompt_continues"
    }
  }
}
