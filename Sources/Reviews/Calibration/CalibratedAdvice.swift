import Inference
import Rendering
public import Studies

/// What to do by what was learnt, as a simulation of the file with it says: as data, and in its words.
public struct CalibratedAdvice: Codable, Sendable {
  /// As that of a run.
  let advice: Advice
  /// The age in days at which the objective is read.
  let day: Int
  /// Whether a number that decides is within two Monte Carlo errors of its threshold.
  let isClose: Bool
  let confidence: Confidence.Level?
  let chanceBest: Double?
  /// Inputs given as one number, without which the advice would be another.
  let onlyIf: [ExactInput]
  /// What each caution is, in the order of the sentences.
  let cautions: [String]
  /// The input that decides most.
  let decidedBy: DecidingInput?
  let words: ScenarioSentences

  /// - Parameter answer: of the file's first scenario, of which the inputs were learnt; `nil` without one.
  public init?(_ answer: RunAnswer) {
    guard let scenario = answer.scenarios.first else { return nil }
    let (words, decided) = (ScenarioWords(answer: answer, scenario: scenario), scenario.decided)
    (advice, isClose) = (decided.advice, decided.isClose)
    day = answer.summary.outline.readingAge
    (confidence, chanceBest) = (decided.confidence?.level, decided.confidence?.chanceBest.value)
    onlyIf = decided.confidence?.onlyIf ?? []
    cautions = scenario.cautions.map(\.code)
    decidedBy = scenario.deciding
    self.words = ScenarioSentences(words)
  }

  /// As the lines of a decision; the lead stands elsewhere.
  func facts(_ detail: Detail) -> [Fact] {
    var facts = [Fact("Do", "\(words.advice)", .advice)]
    if let meanwhile = words.meanwhile { facts.append(Fact("Meanwhile", "\(meanwhile)")) }
    if let confidence = words.confidence { facts.append(Fact("Confidence", "\(confidence).")) }
    if let deciding = words.decidedBy { facts.append(Fact("Decided by", "\(deciding)")) }
    facts += words.cautions.map { Phrase(verbatim: $0) }.cautions(detail)
    return facts + words.blockers.enumerated().map { Fact($0 == 0 ? "Blocker" : "", "\($1)", .blocker) }
  }
}
