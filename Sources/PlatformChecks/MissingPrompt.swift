import ExperimentDesign
import RuleBook

/// Why no alert appears: the troubleshooting of two guides as questions, answered from the files.
///
/// References: Trackier, "App Tracking Transparency (ATT)", Troubleshooting; classmethod, "iOS 15でATTの
/// 許可ダイアログが表示されない場合の対処法", 2022-07-14.
public struct MissingPrompt: Sendable {
  /// The questions, the likeliest causes first.
  public let questions: [Question]

  /// One question.
  public struct Question: Hashable, Sendable {
    /// What to look for.
    public var question: String
    /// Whether it is the cause.
    public var outcome: Outcome
    /// The answer, or where to look.
    public var answer: String
    /// The rules it rests on.
    public var rules: [String]
  }

  /// Whether it is the cause.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The files show that it is.
    case cause
    /// The files show that it is not.
    case excluded
    /// The files do not show it.
    case unknown
  }

  private static let seen: [(question: String, tags: [String], rules: [String])] = [
    ("Is NSUserTrackingUsageDescription missing or empty in Info.plist?", ["L1"], ["R24", "R25"]),
    ("Is the request made before the app is active?", ["L11"], ["R19", "R64"]),
    ("Is another permission's alert up when it is made?", ["L12"], ["R21", "R53"]),
    ("Is a lost request never made again?", ["L13"], ["R145"]),
    ("Is the callback of iOS 17.4 believed?", ["L15"], ["R54", "R55"]),
    ("Does the app run on systems that have no such alert?", ["L34"], ["R10", "R50"]),
    ("Does an SDK ask first, at its own moment?", ["L21"], ["R133", "R139"]),
    ("Is the request made in a loop, faster than once a second?", ["L36"], ["R12"]),
    (
      "The identifier is missing although the alert was allowed: is it judged by zeros?", ["L35"],
      ["R61", "R67"]
    ),
    (
      "The SDK reports no identifier: is its wait without effect, or too short?", ["L18", "L20"],
      ["R117", "R137"]
    ),
  ]

  private static let onTheDevice: [(question: String, answer: String, rules: [String])] = [
    (
      "Has this install been asked before?",
      "Look at Settings › Privacy & Security › Tracking; delete the app and install it again to be asked anew.",
      ["R29", "R30"]
    ),
    (
      "Is 'Allow Apps to Request to Track' off, or tracking restricted?",
      "Look at Settings › Privacy & Security › Tracking: off gives denied, a profile, a child's or a new account restricted.",
      ["R6", "R13", "R14"]
    ),
    (
      "Is this the Simulator?", "There the identifier is zeros whatever the answer; try a device.", ["R61"]
    ),
  ]

  /// What to give where nothing that was given has to declare the usage string.
  static let noDeclaration = "No Info.plist was given, and no settings it is made from. Give the app's too."

  /// Answers the questions from a report.
  public init(_ report: CheckReport) {
    var questions: [Question] = Self.seen.map { question, tags, rules in
      let about = report.findings.filter { tags.contains($0.pitfall) }
      if let found = about.first(where: { !report.isRecovered($0) }) {
        return Question(
          question: question, outcome: found.isOpen ? .unknown : .cause,
          answer: "\(found.what) \(found.fix)", rules: rules)
      }
      if let found = about.first {
        return Question(
          question: question, outcome: .excluded,
          answer: "The alert still appears (\(found.pitfall)). \(found.what)", rules: rules)
      }
      if tags.contains("L1"), !report.hasDeclaration {
        return Question(question: question, outcome: .unknown, answer: Self.noDeclaration, rules: rules)
      }
      if let doubt = report.doubt(about: tags) {
        return Question(question: question, outcome: .unknown, answer: doubt.sentence, rules: rules)
      }
      guard let reason = tags.compactMap(report.reasonUnknown).first else {
        return Question(question: question, outcome: .excluded, answer: "Not in these files.", rules: rules)
      }
      let answer = report.evidence(on: tags).map(\.sentence) ?? "\(reason)."
      return Question(question: question, outcome: .unknown, answer: answer, rules: rules)
    }
    questions += Self.onTheDevice.map {
      Question(question: $0.question, outcome: .unknown, answer: $0.answer, rules: $0.rules)
    }
    self.questions = questions
  }
}
