import ExperimentFiles
import Testing

@Suite("Cautions of a file")
struct CautionTests {
  @Test("what several options share is said once, with their names")
  func shared() {
    let late = Caution("the alert never comes.", option: "late")
    let later = Caution("the alert never comes.", option: "later")
    #expect(
      Caution.sentences([late, later, late]).map(\.text) == [
        "With 'late' and 'later', the alert never comes."
      ])
    let many = ["a", "b", "c", "d"].map { Caution("x.", option: $0) }
    #expect(Caution.sentences(many).map(\.text) == ["With 'a', 'b' and 2 more options, x."])
  }
}
