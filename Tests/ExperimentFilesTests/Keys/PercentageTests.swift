import ExperimentDesign
import ExperimentFiles
import Testing

@Suite("A share written as a percentage")
struct PercentageTests {
  private func text(rate: String, restricted: String, d1: String) -> String {
    """
    experiment: x
    population:
      allow: {rate: \(rate)}
      device: {restricted: \(restricted)}
      retention: {d1: \(d1), d7: 11%, d30: 5%}
    usage_strings: {plain: {text: Keeps the app free.}}
    arms: {launch: {ask: launch, usage_string: plain}}
    """
  }

  @Test(
    "is the same number, to the bit, as the fraction",
    arguments: [("30%", "0.3"), ("0.1%", "0.001"), ("12.5%", "0.125"), ("33.3%", "0.333"), (".7%", ".007")])
  func same(percentage: String, fraction: String) throws {
    let percent = try load(text(rate: percentage, restricted: percentage, d1: "28%"))
    let share = try load(text(rate: fraction, restricted: fraction, d1: "0.28"))
    #expect(percent.experiment == share.experiment)
  }

  @Test("may stand in a distribution of a share")
  func distribution() throws {
    let percent = try load(text(rate: "{uniform: [20%, 40%]}", restricted: "0%", d1: "28%"))
    let share = try load(text(rate: "{uniform: [0.2, 0.4]}", restricted: "0", d1: "0.28"))
    #expect(percent.experiment == share.experiment)
  }
}
