import Inference
import Rendering
public import Studies
public import TestAnalysis
import TestData

extension NoVerdictReason {
  /// Why there is no verdict, and what to do, in a sentence or two after a colon.
  public var words: String { remedy.map { "\(cause). \($0)." } ?? "\(cause)." }

  /// Why there is no verdict, after "because".
  var cause: String {
    switch self {
    case .oneOption: "there is one option, and nothing to compare it with"
    case .noDenominator: "the data have no denominator that every option has"
    case .notPerInstall: "the data have no installs, and other people are prompted by every option"
    case .emptyArm: "an option has nobody in it, and 0 of 0 has no rate"
    case .brokenSplit:
      "the split is broken: options have more or fewer installs than the split gives by chance"
    case .brokenMeasurement: "the measurement is broken: what is wrong in the rows depends on the option"
    case .confounded:
      "each option has releases or languages of its own (confounded), and what differs between these is in the difference"
    case .littleShared: "too little of both options is in the same releases or languages (confounded)"
    case .inSequence: "the releases of one option came after those of the other (confounded)"
    case .nobodyAnswered: "nobody of either option has answered by then"
    case .driftingSplitAtLooks:
      "the split differs between parts of the test, and no interval for every look allows for that"
    }
  }

  private var remedy: String? {
    switch self {
    case .notPerInstall: "Add the column installs"
    case .brokenSplit: "If it was not meant to be even, say so with --allocation; else find the cause first"
    case .brokenMeasurement: "Compare how each option logs its times"
    case .driftingSplitAtLooks: "Read it once, without '--peek' and '--looks'"
    case .nobodyAnswered: "If answers come later, read it by a later day"
    case .oneOption, .noDenominator, .emptyArm, .confounded, .littleShared, .inSequence: nil
    }
  }
}

extension TestResult {
  /// Why a file learns nothing from it, and what to do, in a sentence or two; `nil` where it does.
  ///
  /// A file learns from all installs together, which would teach another difference than the one that is judged where that
  /// is of parts of the test, or of releases.
  public var nothingToLearn: String? {
    if let reason = advice.withheld { return reason == .oneOption ? nil : reason.words }
    guard let judged = test.mainPanel?.judgements.first(where: \.restsOnParts) else { return nil }
    guard let parts = judged.within?.words else {
      return
        "releases or languages were assigned, and a file learns from installs that were: give a test of these."
    }
    return
      "the split differs between \(parts), so options are compared within these, and a file learns from all "
      + "installs together. Give the \(parts) of one split alone, and name that with --allocation."
  }
}

extension NotJudged {
  /// After "it cannot be shown, because".
  var words: Phrase {
    switch self {
    case .noVerdict(let reason): "\(reason.cause)"
    case .emptyCellsDependOnArm: "empty cells depend on the option"
    case .assigned(let kind): "\(kind.plural) and not installs were assigned"
    case .splitDiffers(let within): "the split differs between \(within.words)"
    case .onlyAgainst(let baseline, let within):
      "the split differs between \(within.words), and within these only the difference to \(Name(baseline)) is known"
    case .marginOfNothing: "the margin is a share of the baseline's mean, which is not above 0"
    case .tooFewForEveryLook: "there are too few installs yet for an interval that holds at every look"
    case .tooFew: "an option has too few installs, or no spread among them"
    }
  }
}

extension Inference.Verdict {
  /// The verdict as people read it; files keep the raw value.
  var words: String { self == .unknown ? "inconclusive" : rawValue }
}

extension DataFinding.Kind {
  /// What is wrong and what counts instead, as the end of "12 installs: …".
  var meaning: String {
    switch self {
    case .inTwoArms: "in more than one option; excluded"
    case .contradictoryRows: "rows that contradict each other; excluded"
    case .installedAfterAsOf: "installed after --as-of; excluded"
    case .promptedBeforeInstall: "prompted before the install; the prompt counts at the install"
    case .decidedBeforeInstall: "decided before the install; the answer counts as soon as it can"
    case .decidedBeforePrompt: "decided before the prompt; the answer counts at the prompt"
    case .authorizedWithoutPrompt: "authorized without a prompt; counted as prompted and allowed"
    case .decidedWithoutPrompt: "decided without a prompt; the prompt counts at the decision"
    case .answerWithoutTime: "answered without a time; the answer counts at the prompt"
    case .decisionWithoutAnswer: "a decision time without an answer; counted as unanswered"
    case .laterThanAsOf: "prompted or decided after --as-of; counted as not yet"
    case .severalRows: "several rows that agree; the most complete row is used"
    }
  }
}

extension Denominator {
  /// `per install`, in a sentence.
  var words: String {
    switch self {
    case .installs: "per install"
    case .prompted: "per prompted"
    case .answered: "per answered"
    }
  }
}
