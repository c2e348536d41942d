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

  @Test("what holds for the whole file is said without an option, in the order found")
  func whole() {
    let all = Caution("the alert never comes.")
    let one = Caution("it waits.", option: "late")
    #expect(
      Caution.sentences([one, all]).map(\.text) == ["With 'late', it waits.", "The alert never comes."])
    #expect(Caution.sentences([Caution("x.", option: "a"), Caution("x.")]).map(\.text) == ["X."])
  }
}
