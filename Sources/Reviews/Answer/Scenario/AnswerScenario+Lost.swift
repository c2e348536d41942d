import ExperimentDesign
import Inference
import Rendering
import Studies

/// What the requests that show no alert cost in the end, when the app has asked again.
extension AnswerScenario {
  /// What part of the requests of each option shows no alert, where that is worth a word.
  func lostShares(_ arms: [Int]) -> [(arm: Int, share: String)] {
    arms.compactMap { arm in
      guard let share = lostShare(arm), share >= 0.01 else { return nil }
      return (arm, AnswerNumbers.chance(share))
    }
  }

  /// `50% of the requests of a`.
  func lostWords(_ lost: (arm: Int, share: String)) -> String {
    "\(lost.share) of the requests of \(name(lost.arm))"
  }

  private func lostShare(_ arm: Int) -> Double? {
    scenario.arms[arm][.lostRequestsPerRequest]?.estimate?.overTrials.mean
  }

  /// What part of the requests of the choice and of the runner-up show no alert, and what that costs in the end, where it is
  /// not said already.
  var lostRequests: String? {
    let lost = lostShares(losers)
    let others = lostShares(otherLosers)
    guard !lost.isEmpty || !others.isEmpty else { return nil }
    let isBesideAlert = outline.platform?.findings.contains { $0.pitfall == "L12" } ?? false
    let what =
      "\((lost + others).map(lostWords).joined(separator: " and ")) are lost and show no alert"
      + "\(isBesideAlert ? " (L12)" : "")."
    guard losesManyRequests else { return what }
    // What an option with few lost requests fails to show has other reasons.
    let many = lost.map(\.arm).filter(losesManyRequests)
    let costs = many.map(optInLost)
    let most = costs.compactMap { $0 }.max()
    if let most, !costs.contains(nil), !isMuch(most) {
      let again =
        many.allSatisfy(isAskedAgain) ? "Asking again makes up for it: in the end" : "In the end"
      let size = "\(many.count > 1 ? "at most " : "")\(points(most))"
      return "\(what) \(again) \(size) of opt-in is lost on average."
    }
    guard isBesideAlert else { return what }
    let cost = most.map { " In the end up to \(points($0)) of opt-in is lost." } ?? ""
    return
      "\(what)\(cost) They need another request: ask when no other alert is up, at another moment or in a later session."
  }

  /// Whether the requests that the choice and the runner-up lose cost enough to be moved, or are many and nobody knows.
  var losesMuch: Bool { losers.contains(where: losesMuch) }

  /// The same of one option.
  func losesMuch(_ arm: Int) -> Bool {
    losesManyRequests(arm) && (optInLost(arm).map(isMuch) ?? true)
  }

  /// Whether all of these lose requests that cost enough to be moved.
  func allLoseMuch(_ arms: [Int]) -> Bool { arms.allSatisfy(losesMuch) }

  /// Where options that tie all lose requests: one of them in a later session, when the other alert is gone.
  ///
  /// `nil` where something else is to choose by, or no file is known.
  var otherMoment: ReviewDocument.Step? {
    guard recommendation.kind == .tie, better == nil, recommendation.tieBreaker?.arms.count != 1,
      allLoseMuch(recommendation.tied), let file, let choice = recommendation.choice
    else { return nil }
    return ReviewDocument.Step(
      title: "Ask at another time",
      text: "when no other alert is up: try \(name(choice)) in the second session, or move the other alert",
      command: "att-lab simulate \(file) --set "
        + TerminalText.shellWord("arms.\(outline.arms[choice].name).ask={session: 2}"))
  }

  /// The choice and the runner-up, where what they lose is not said already.
  private var losers: [Int] { chosenAndNext.filter { !areSaid.contains($0) } }

  private var chosenAndNext: [Int] {
    [recommendation.choice, recommendation.runnerUp].compactMap { $0 }
  }

  /// Options whose lost requests the recommendation names.
  private var areSaid: [Int] { better == nil ? [] : recommendation.tieBreaker.map(\.arms) ?? [] }

  /// Other options that lose many requests, the first two.
  private var otherLosers: [Int] {
    let known = Set(chosenAndNext + areSaid + (scenario.verdict?.leftOut ?? []))
    return Array(scenario.arms.indices.filter { !known.contains($0) && losesManyRequests($0) }.prefix(2))
  }

  private var losesManyRequests: Bool { losers.contains(where: losesManyRequests) }

  private func losesManyRequests(_ arm: Int) -> Bool {
    lostShare(arm).map { $0 >= Self.materialLoss } ?? false
  }

  /// The share of requests from which a loss is worth another moment.
  private static let materialLoss = 0.1

  /// Opt-in per install that is lost at most because nothing came of a request: of the installs that reach the moment and
  /// see no alert all the same, the share who would allow.
  ///
  /// `nil` where that was not counted, and with a pre-prompt or consent asked first, which people decline too.
  private func optInLost(_ arm: Int) -> Double? {
    let found = scenario.arms[arm]
    guard outline.arms[arm].prePrompt == nil,
      !(outline.context?.asksConsentFirst.contains(arm) ?? false),
      let reached = found.reachedOfAskable,
      let shown = found[.promptedPerInstall]?.estimate?.overTrials.mean,
      let allow = found[.optInPerPrompted]?.estimate?.overTrials.mean
    else { return nil }
    return max(0, reached - shown) * allow
  }

  /// Whether most installs whose request came to nothing see the alert after another one.
  private func isAskedAgain(_ arm: Int) -> Bool {
    let found = scenario.arms[arm]
    guard let reached = found.reachedOfAskable, reached > 0, let lost = lostShare(arm),
      let shown = found[.promptedPerInstall]?.estimate?.overTrials.mean
    else { return false }
    return 1 - shown / reached < lost / 2
  }

  private func isMuch(_ optIn: Double) -> Bool { optIn >= Metric.optInPerInstall.defaultMargin(level: 0) }

  private func points(_ share: Double) -> String {
    share < 0.001 ? "0.1 pp" : "\(SupportedDigits.text(100 * share, decimals: 1)) pp"
  }
}
