import Inference
import Rendering
import TestAnalysis
import TestData

extension AnalysisNotices {
  func commonStratum(_ found: CommonStratum) -> String {
    "Among installs that both options would prompt, \(quoted(found.arm)) − \(baseline) lies between "
      + "\(NoticeNumbers.points(found.bounds.lower)) and \(NoticeNumbers.points(found.bounds.upper)) pp per prompted (Lee bounds). "
      + "They assume that the option with more prompts would prompt everyone whom the other prompts. "
      + "As the installs are a sample, these bounds are uncertain too."
  }

  func noIntervalForLooks(_ arms: [Int]) -> String {
    "There is no interval for every look yet for \(arms.map(quoted).joined(separator: ", ")): it needs "
      + "\(NoticeNumbers.installs(ConfidenceSequence.fewestInstalls)), \(ConfidenceSequence.fewestEvents) who allowed and "
      + "\(ConfidenceSequence.fewestEvents) who did not in each option."
  }

  /// Why arms have nobody to compare, as a sentence without its full stop.
  func reason(_ empty: EmptyArms) -> String {
    switch empty {
    case .tooYoung(let arms, let days): "No install of \(quoted(arms)) is \(NoticeNumbers.days(days)) old yet"
    case .notInstalled(let arms): "Nothing of \(quoted(arms)) was installed by --as-of"
    case .nobody(let arms, .installs): "\(quoted(arms)) \(arms.count == 1 ? "has" : "have") no installs"
    case .nobody(let arms, .prompted): "nobody in \(quoted(arms)) was prompted\(analysis.byItsDay)"
    case .nobody(let arms, .answered): "nobody in \(quoted(arms)) answered\(analysis.byItsDay)"
    }
  }

  /// What to do about it, to go on with the sentence.
  func advice(_ empty: EmptyArms) -> String {
    switch empty {
    case .tooYoung(_, let days):
      days > 1 ? "; a smaller --day may have some" : "; look again tomorrow"
    case .notInstalled, .nobody: ""
    }
  }

  func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

extension ComparedWithin {
  /// `releases and days`, in a sentence.
  var words: String {
    switch self {
    case .days: "days"
    case .segments: "segments"
    case .releases: "releases"
    case .languages: "languages"
    case .releasesAndDays: "releases and days"
    case .languagesAndDays: "languages and days"
    }
  }
}

extension NotJudged {
  /// After "it cannot be shown, because".
  var words: String {
    switch self {
    case .noVerdict(let reason): reason.description
    case .emptyCellsDependOnArm: "empty cells depend on the option"
    case .assigned(let kind): "\(kind.rawValue)s and not installs were assigned"
    case .splitDiffers(let within): "the split differs between \(within.words)"
    case .onlyAgainst(let baseline, let within):
      "the split differs between \(within.words), and within these only the difference to \(TerminalText.inSentence(baseline)) is known"
    case .marginOfNothing: "the margin is a share of the baseline's mean, which is not above 0"
    case .noValues: "no install of one of the two has a value"
    case .tooFewForEveryLook: "there are too few installs yet for an interval that holds at every look"
    case .tooFew: "there are too few installs, or no spread among them"
    case .armWithTooFew: "an option has too few installs, or no spread among them"
    }
  }
}
