import ExperimentDesign
import PromptFlow
import Studies

/// What a run says nothing about, sentence by sentence: what its file leaves out, then what no file can say.
struct NotModelled {
  var run: ReportRun

  var sentences: [String] { leftOut + always }

  private var leftOut: [String] {
    guard let experiment = run.experiment else {
      return [
        "What the file leaves out could not be read by this version; see the file itself below."
      ]
    }
    let segments = experiment.scenarios.flatMap(\.segments)
    let surroundings = experiment.arms.flatMap { $0.surroundings.joined() }
    func isNowhere(_ parameters: (Segment) -> [Parameter]) -> Bool {
      segments.allSatisfy { parameters($0).allSatisfy { $0.constant == 0 } }
    }
    let checks: [(Bool, String)] = [
      (
        surroundings.allSatisfy { $0.attribution == nil },
        "The attribution SDK: whether and when the install event is sent."
      ),
      (surroundings.allSatisfy { $0.consent == nil }, "A consent layer beside the alert."),
      (
        segments.allSatisfy { $0.value == nil }, "Money: what a session is worth with and without permission."
      ),
      (
        surroundings.allSatisfy(\.alerts.isEmpty),
        "Other system alerts, such as push permission, which make requests wait or be lost."
      ),
      (segments.allSatisfy { $0.onboarding == nil }, "Onboarding."),
      (segments.allSatisfy(\.events.isEmpty), "Events, such as articles read, and what they persuade of."),
      (
        segments.allSatisfy { $0.systemShares.prefix(3).allSatisfy { $0 == 0 } },
        "Systems older than the current rules: every device is on a modern one."
      ),
      (
        isNowhere { [$0.willingness.withActivity, $0.willingness.withStaying] },
        "Selection: that those who stay or use the app more are more willing from the start."
      ),
      (isNowhere { [$0.allow.value] }, "Persuasion: that what people experience makes them more willing."),
      (
        isNowhere { [$0.annoyance.prePrompt, $0.annoyance.alert, $0.annoyance.cold, $0.annoyance.nag] },
        "Annoyance: that being asked drives people away."
      ),
      (
        isNowhere {
          [
            $0.settings.reenable, $0.settings.revoke, $0.settings.linkInPreferences,
            $0.settings.linkAfterDenial,
          ]
        }, "Changes in Settings after the answer."
      ),
      (isNowhere { [$0.answer.unanswered] }, "Alerts left unanswered."),
      (segments.count == experiment.scenarios.count, "Different kinds of people: there is one segment."),
    ]
    return checks.filter(\.0).map(\.1)
  }

  private var always: [String] {
    [
      "SKAdNetwork and AdAttributionKit, which permission does not gate.",
      "Reinstalls and second devices of the same person, and what people tell one another.",
      "Changes of the app, the season, the system or public opinion during the \(Int(run.outline.horizonDays.rounded())) days.",
      "Any effect of the words beyond the odds ratios in the file.",
      "Persons: every install lives under every option with the same random numbers, a device to reduce variance "
        + "and no prediction about anybody.",
    ]
  }
}
