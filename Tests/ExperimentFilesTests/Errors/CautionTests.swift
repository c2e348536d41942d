import Testing
import TextFormats

@testable import ExperimentFiles

@Suite("Cautions of a file")
struct CautionTests {
  private func texts(_ clause: String, _ options: [String]) -> [String] {
    let warnings = options.map {
      FileWarning(clause: FileProblem(1, clause), option: $0, isOfAnswers: true)
    }
    return FileWarning.cautions(warnings).map(\.text)
  }

  @Test("what several options share is said once, with their names")
  func shared() {
    #expect(
      texts("the alert never comes", ["late", "later", "late"])
        == ["With 'late' and 'later', the alert never comes."])
    #expect(texts("x", ["a", "b", "c", "d"]) == ["With 'a', 'b' and 2 more options, x."])
  }
}
