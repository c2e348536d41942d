import ExperimentDesign
import Inference
import Testing

@Suite("A number per trial")
struct TrialColumnTests {
  private let lists: [[Double?]] = [
    [], [nil, nil], [1, nil, 0.1], [nil, nil, -0.0, 3, nil], [.infinity, nil, 1e-300],
  ]

  @Test("entries come back as they went in, absent ones too")
  func entries() {
    for list in lists {
      let column = TrialColumn(list)
      #expect(Array(column) == list && column.count == list.count)
    }
    #expect(TrialColumn.absent(3) == [nil, nil, nil])
  }

  @Test("what is not a number is an entry, and not an absent one")
  func notANumber() {
    let column = TrialColumn([nil, .nan, 1])
    #expect(column[0] == nil && column[1]?.isNaN == true && column[2] == 1)
    // As of lists, it equals nothing.
    #expect(column != column)
  }

  @Test("what is made of two columns is absent where either is")
  func combined() {
    let sums = TrialColumn([1, nil, 3, nil]).combined(with: [10, 20, nil, nil], +)
    #expect(sums == [11, nil, nil, nil])
    #expect(TrialColumn([nil, 2]).mapped { -$0 } == [nil, -2])
  }
}
