import Inference
import Rendering
public import Studies

/// What to do by what was learnt, as a simulation of the file with it says: as data, and in its words.
public struct CalibratedAdvice: Codable, Sendable {
  /// As that of a run.
  let kind: String
  let option: String?
  let because: String?
  let against: String?
  let test: TestSize?
  let meanwhile: String?
  /// Whether a number that decides is within two Monte Carlo errors of its threshold.
  let isClose: Bool
  let confidence: Confidence.Level?
  let chanceBest: Double?
  /// Inputs given as one number, without which the advice would be another.
  let onlyIf: [ExactInput]
  /// The weightiest first.
  let cautions: [Caution]
  /// The input that decides most.
  let decidedBy: DecidingInput?
  let text: Sentences

  struct Caution: Codable {
    let code: String
    let text: String
  }

  struct Sentences: Codable {
    let advice: String
    let meanwhile: String?
    let confidence: String?
    let decidedBy: String?
    let blockers: [String]
  }

  /// - Parameter answer: of the file's first scenario, of which the inputs were learnt; `nil` without one.
  public init?(_ answer: RunAnswer) {
    guard let scenario = answer.scenarios.first else { return nil }
    let (words, decided) = (ScenarioWords(answer: answer, scenario: scenario), scenario.decided)
    (kind, option, isClose) = (decided.advice.key, decided.advice.option, decided.isClose)
    if case .choose(_, let ground) = decided.advice { because = ground.key } else { because = nil }
    if case .test(_, let rival, let size, let until) = decided.advice {
      (against, test, meanwhile) = (rival, size, until)
    } else {
      (against, test, meanwhile) = (nil, nil, nil)
    }
    (confidence, chanceBest) = (decided.confidence?.level, decided.confidence?.chance.value)
    onlyIf = decided.confidence?.conditions ?? []
    cautions = zip(scenario.cautions, words.cautions).map { Caution(code: $0.code, text: $1.text) }
    decidedBy = scenario.deciding
    text = Sentences(
      advice: words.advice.text, meanwhile: words.meanwhile?.text, confidence: words.confidence?.text,
      decidedBy: words.deciding?.text, blockers: words.out.map(\.text))
  }

  /// As the lines of a decision; the lead stands elsewhere.
  func facts(_ detail: Detail) -> [ReviewDocument.Fact] {
    var facts = [fact("Do", "\(text.advice)", .advice)]
    if let meanwhile = text.meanwhile { facts.append(fact("Meanwhile", "\(meanwhile)")) }
    if let confidence = text.confidence { facts.append(fact("Confidence", "\(confidence).")) }
    if let deciding = text.decidedBy { facts.append(fact("Decided by", "\(deciding)")) }
    facts += cautions.map { Phrase(verbatim: $0.text) }.cautions(detail)
    return facts + text.blockers.enumerated().map { fact($0 == 0 ? "Blocker" : "", "\($1)", .blocker) }
  }
}
