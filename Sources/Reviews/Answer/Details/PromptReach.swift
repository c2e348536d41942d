import ExperimentDesign
import Inference
import Rendering
import Studies

extension ScenarioWords {
  /// What became of the installs of an option that were not shown the alert; `nil` where that was not counted.
  func reach(_ arm: Int) -> Phrase? {
    let found = found.arms[arm]
    guard let reached = found.reachedOfAskable,
      let shown = found[.promptedPerInstall]?.estimate?.overTrials.mean
    else { return nil }
    let ends = found.finalStates
    let installs = Double(ends.authorized + ends.deniedByAnswer + ends.undetermined + unaskable(ends))
    func share(_ count: Int64) -> Double { Double(count) / installs }
    let parts: [(share: Double, words: Phrase)] = [
      (share(ends.deniedByDevice), "have requests switched off in Settings"),
      (share(ends.restricted), "are restricted by age or device"),
      (share(ends.noAtt), "have an older iOS without the alert"),
      (1 - share(unaskable(ends)) - reached, "left before the moment"), (reached - shown, unasked(arm)),
    ]
    // Smaller parts are not named.
    let named = parts.filter { $0.share >= 0.005 }.map {
      "\(percent($0.share)) \($0.words)" as Phrase
    }
    let name = name(arm)
    guard !named.isEmpty else { return "\(name) shows the prompt to nearly all installs." }
    return
      "\(name) shows the prompt to \(percent(shown)) of installs. The rest: \(named.joined(separator: ", "))."
  }

  private func unaskable(_ ends: FinalStates) -> Int64 { ends.deniedByDevice + ends.restricted + ends.noAtt }

  /// What keeps the alert from an install at the moment of asking.
  private func unasked(_ arm: Int) -> Phrase {
    let screen: [Phrase] = outline.arms[arm].prePrompt == nil ? [] : ["declined the pre-prompt"]
    let consent = outline.context?.asksConsentFirst(arm) ?? false
    return (screen + (consent ? ["refused consent first"] : []) + ["lost the request"]).joined(
      separator: " or ")
  }

  private func percent(_ share: Double) -> Phrase { Quantity(share, .share).brief(decimals: 0) }
}
