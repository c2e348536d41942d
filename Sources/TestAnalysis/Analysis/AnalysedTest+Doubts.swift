import TestData
import TextFormats

extension AnalysedTest {
  /// Says what could be read and may be wrong all the same, and which names could not be shown as they are.
  mutating func addDoubts(_ doubts: [DataProblem]) {
    dataProblems += doubts.map { .doubt($0) }
    let steering =
      arms.filter(\.hasControlCharacters).count
      + strata.reduce(0) { $0 + $1.names.count(where: \.hasControlCharacters) }
    if steering > 0 { dataProblems.append(.steeringNames(steering)) }
  }
}
