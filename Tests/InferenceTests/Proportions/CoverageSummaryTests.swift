import GSLNumerics
import Inference
import Testing

@Suite("Coverage by enumeration")
struct CoverageSummaryTests {
  @Test("Wilson's interval of 10 covers p = ½ with probability 0.978515625 (counts 2…8)")
  func wilson() throws {
    let summary = try CoverageSummary.of(.wilson, people: 10, at: .ninetyFive, over: [0.5])
    #expect(abs(summary.worst - (1024.0 - 22) / 1024) < 1e-14)
    #expect(summary.worst == summary.mean && summary.worstAt == [0.5])
  }

  @Test("Clopper–Pearson never falls below 95%, Agresti–Coull and Wilson do, near 0 and 1 Wilson to 0.83")
  func worst() throws {
    let exact = try CoverageSummary.of(.clopperPearson, people: 10, at: .ninetyFive)
    #expect(exact.worst >= 0.95)
    // Brown, Cai & DasGupta (2001, section 3.1.1): about 0.838 near λ = np = 0.1765 for large n.
    let wilson = try CoverageSummary.of(.wilson, people: 300, at: .ninetyFive, over: [0.1765 / 300])
    #expect(abs(wilson.worst - 0.838) < 0.001)
  }

  @Test("exact tests keep their size, and Boschloo's uses more of it than Fisher's")
  func sizes() throws {
    let fisher = try CoverageSummary.ofSize(.fisher, people: (10, 10), alpha: 0.05)
    let boschloo = try CoverageSummary.ofSize(.boschloo, people: (10, 10), alpha: 0.05)
    #expect(fisher.worst <= 0.05 && boschloo.worst <= 0.05 + 1e-12 && boschloo.mean > fisher.mean)
    // Unequal arms make the pooled normal test liberal.
    let pooled = try CoverageSummary.ofSize(.zPooled, people: (10, 30), alpha: 0.05)
    #expect(pooled.worst > 0.05)
  }

  @Test("Wald's interval of a difference fails where Miettinen and Nurminen's does not")
  func differences() throws {
    let wald = try CoverageSummary.of(.wald, people: (10, 10), at: .ninetyFive)
    let score = try CoverageSummary.of(.miettinenNurminen, people: (10, 10), at: .ninetyFive)
    #expect(wald.worst < 0.5 && score.worst > 0.9)
  }

  @Test("samples without an interval count neither way, and are reported")
  func missing() throws {
    let katz = try CoverageSummary.of(.katz, people: (3, 3), at: .ninetyFive, over: [0.5])
    // Nobody in either arm: 1 − (1 − 1/8)².
    #expect(abs(katz.mostMissing - 15.0 / 64) < 1e-14)
  }
}
