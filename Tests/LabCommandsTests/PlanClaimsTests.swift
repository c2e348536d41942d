import Foundation
import Testing

@Suite("What a plan by an experiment's own model does not claim")
struct PlanClaimsTests {
  @Test("a drop to detect is a drop, whatever sign the trials expect")
  func drop() throws {
    let lab = try Lab.simulating("--trials 20")
    func plan(_ lift: String) throws -> [String: Any] {
      try lab.members("plan last --arms launch,later --simulations 0 --lift=\(lift)")
    }
    func difference(_ plan: [String: Any]) throws -> Double {
      try #require(((plan["answer"] as? [String: Any])?["difference"] as? [String: Double])?["later"])
    }
    let (rise, drop) = (try plan("5pp"), try plan("-5pp"))
    #expect(try abs(difference(rise)) == 0.05 && difference(drop) == -0.05)
    let rates = try #require(drop["arms"] as? [[String: Any]]).compactMap { $0["rate"] as? Double }
    let arms = rates[1] < rates[0] ? ["later", "launch"] : ["launch", "later"]
    let text = try lab.shell(
      "\"$LAB\" plan last --arms \(arms.joined(separator: ",")) --simulations 0 --lift=-5pp --planned 400 --power 80%"
    )
    #expect(text.output.contains("detect -5 pp, if that is the difference"), "\(text.output)")
    #expect(text.output.contains("--lift -"), "\(text.output)")
  }

  @Test("one trial or two say nothing of what tests show, and no cause is named that is not known")
  func fewTrials() throws {
    for trials in [1, 2] {
      let text = try Lab.simulating("--trials \(trials)").shell(
        "\"$LAB\" plan last --arms launch,later --simulations 0"
      )
      .output
      let words = text.replacing(/\s+/, with: " ")
      #expect(
        words.contains("\(trials == 1 ? "1 trial says" : "2 trials say") too little of the uncertain inputs"))
      for claim in [
        "No test pays", "whatever the uncertain inputs", "noise of the trials", "show later higher",
      ] {
        #expect(!words.contains(claim), "\(text)")
      }
    }
  }

  @Test("options that are the same are said to be")
  func same() throws {
    let lab = try Lab()
    try lab.write(
      openExperiment.replacing(
        "later: {ask: onboarding, usage_string: plain}", with: "later: {ask: launch, usage_string: plain}"
      )
      .replacing("trials: 6", with: "trials: 40"), to: "same.yaml")
    let text = try lab.shell(
      "\"$LAB\" plan same.yaml --arms launch,later --simulations 0 --no-store"
    ).output
    let words = text.replacing(/\s+/, with: " ")
    #expect(
      words.contains("No test pays for the choice: both options are the same to the model, with a rate of"),
      "\(text)")
    #expect(!text.contains("whatever the uncertain inputs"), "\(text)")
  }
}
