import ExperimentDesign
import RuleBook

extension Inspection {
  /// What the team states of its app, against the book of rules; and what needs two answers together.
  mutating func checkStated(_ subject: ExperimentSubject) {
    for (key, answer) in subject.stated {
      guard let question = TeamQuestion.keyed(key) else { continue }
      for tag in Set(question.faults.map(\.tag)).sorted() { markLooked(at: tag) }
      for fault in question.faults where isFault(answer, fault.answer) {
        note(
          fault.tag, "\(question.question) The file states: \(answer).", at: subject.location("app.\(key)"))
      }
    }
    checkRequester(subject)
    checkTrackers(subject)
    checkSecondAlert(subject)
  }

  private func isFault(_ answer: String, _ fault: String) -> Bool {
    fault == "below 1" ? (Double(answer) ?? 1) < 1 : answer == fault
  }

  /// Kochava asks by itself unless set otherwise (R132, R133).
  private mutating func checkRequester(_ subject: ExperimentSubject) {
    guard subject.answer("attribution_sdk") == "kochava", subject.answer("sdk_auto_request") == nil else {
      return
    }
    note(
      "L21", "Kochava asks by itself unless it is turned off, and the file does not state sdk_auto_request.",
      at: subject.location("app.attribution_sdk"), fix: "Turn it off and state sdk_auto_request: false.",
      rules: ["R132", "R133"])
  }

  /// After the alert is too early where a consent layer follows (R102).
  private mutating func checkTrackers(_ subject: ExperimentSubject) {
    let hasConsent = subject.experiment.arms.contains { arm in
      arm.surroundings.joined().contains { $0.consent != nil }
    }
    guard subject.answer("trackers_start") == "after_att", hasConsent else { return }
    note(
      "L22", "Trackers start after the alert, but the consent layer is not through yet.",
      at: subject.location("app.trackers_start"))
  }

  /// Within a year there is one answer; past it the European Union's yearly alert matters (R78).
  private mutating func checkSecondAlert(_ subject: ExperimentSubject) {
    guard subject.experiment.horizonDays > 365, subject.answer("five_countries") == "true" else { return }
    note(
      "L30",
      "Lives are followed for \(Int(subject.experiment.horizonDays)) days; in the European Union the alert may come again after a year, which is not modelled.",
      at: subject.location("horizon_days"), severity: .warning)
  }
}
