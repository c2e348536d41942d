import ExperimentDesign
import Inference
import Rendering
import Studies

extension AnswerScenario {
  /// Opt-ins and money a month by option, and what choosing wrongly costs, where the file says how many install.
  var month: [String] {
    guard let volume = outline.context?.volume, recommendation.kind != .identical else { return [] }
    let order = scenario.arms.indices.sorted { first, second in
      let means = [first, second].map { scenario.arms[$0][.optInPerInstall]?.estimate?.overTrials.mean ?? 0 }
      return (means[1], first) < (means[0], second)
    }
    let options = order.compactMap { arm -> String? in
      guard let estimate = scenario.arms[arm][.optInPerInstall]?.estimate else { return nil }
      return "\(name(arm)) "
        + monthly(estimate.overTrials.mean, error: estimate.overTrials.mcse, volume)
    }
    let installs = SupportedDigits.grouped(Int(volume.installsPerMonth))
    return ["Opt-ins of \(installs) installs a month: " + options.joined(separator: ", ") + "."]
      + [wrong(volume)].compactMap { $0 }
  }

  /// What the choice gives up on average against knowing every input first.
  private func wrong(_ volume: AppVolume) -> String? {
    guard objective.singleMetric == .optInPerInstall, let choice = recommendation.choice,
      let loss = scenario.decision?[choice]?.regret
    else { return nil }
    return "Knowing every input would bring "
      + "\(monthly(loss.value, error: loss.mcse, volume, unit: " opt-ins")) more a month on average."
  }

  /// `8,000 (USD 9,600)`, opt-ins and what they are worth, with the digits that the error supports.
  private func monthly(_ share: Double, error: Double?, _ volume: AppVolume, unit: String = "") -> String {
    let count = share * volume.installsPerMonth
    let spread = max((error ?? 0) * volume.installsPerMonth, abs(count) / 100)
    let people = Self.round(count, error: spread) + unit
    guard let value = volume.valuePerOptIn else { return people }
    let money = Self.round(count * value, error: spread * abs(value))
    return "\(people) (\(TerminalText.safe(volume.currency)) \(money))"
  }

  private static func round(_ value: Double, error: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return SupportedDigits.number(value, error: error) }
    guard error > 0 else { return SupportedDigits.grouped(Int(value.rounded())) }
    var step = 1.0
    while step * 10 <= error { step *= 10 }
    return SupportedDigits.grouped(Int((value / step).rounded() * step))
  }
}
