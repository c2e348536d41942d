import ExperimentDesign
import Testing

@Suite("Sums over the installs of a trial")
struct TallyTests {
  @Test("add up counter by counter and day by day; the median is no sum")
  func sum() {
    let parts = (1...3).map { number in
      var part = Tally(days: 2)
      part[.sessions] = Int64(number)
      part[.value] = -Double(number)
      part.allowedByDay = [Int64(number), 0, 10]
      part.deniedByDay = [0, Int64(number), 0]
      part.gainedOverBaseline = Int64(number)
      part.lostToBaseline = 2
      part.medianDaysToDecision = 1
      return part
    }
    let whole = Tally(sum: parts, days: 2)
    #expect(whole[.sessions] == 6 && whole[.value] == -6 && whole[.installs] == 0)
    #expect(whole.allowedByDay == [6, 0, 30] && whole.deniedByDay == [0, 6, 0])
    #expect(whole.gainedOverBaseline == 6 && whole.lostToBaseline == 6)
    #expect(whole.medianDaysToDecision == nil)
    #expect(Tally(sum: parts.reversed(), days: 2) == whole)
    #expect(Tally(sum: [], days: 2) == Tally(days: 2))
  }

  @Test("a sum of squares of money that no integer of 64 bits holds is what it is")
  func wide() {
    var part = Tally(days: 0)
    part[.valueSquared] = 1e40
    #expect(Tally(sum: [part, part], days: 0)[.valueSquared] == 2e40)
  }
}
