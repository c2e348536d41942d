import ExperimentDesign
import ExperimentSamples
import Studies
import Testing

@testable import Reviews

@Suite("What value is counted in")
struct ValueUnitTests {
  @Test("value is counted in the file's currency, or in sessions where one without the identifier is worth 1")
  func unit() {
    func unit(_ currency: String, _ otherwise: Double) -> String? {
      let segment = makeSegment {
        $0.value = SessionValue(
          currency: currency, numbers(.worth, [.identified: 1.5, .otherwise: known(otherwise)]))
      }
      return AnswerContext(makeExperiment([segment], [makeArm("a", .launch)])).valueUnit
    }
    #expect(unit("EUR", 0.01) == "EUR")
    #expect(unit("XXX", 1) == "sessions")
    #expect(unit("XXX", 2) == nil)
    #expect(AnswerContext(makeExperiment([makeSegment()], [makeArm("a", .launch)])).valueUnit == nil)
  }
}
