import Studies
import Testing
import TextFormats

@testable import ExperimentFiles
@testable import Runs

@Suite("Cautions of a file")
struct CautionTests {
  private func cautions(_ clause: String, _ options: [String]) -> [Caution] {
    Caution.all(
      of: options.map { FileWarning(clause: FileProblem(1, clause), option: $0, isOfAnswers: true) })
  }

  @Test("what several options share is said once, with their names")
  func shared() {
    #expect(
      cautions("the alert never comes", ["late", "later", "late"])
        == [.file("With 'late' and 'later', the alert never comes.", options: ["late", "later"])])
    let names = ["a", "b", "c", "d"]
    #expect(cautions("x", names) == [.file("With 'a', 'b' and 2 more options, x.", options: names)])
  }
}
