import ExperimentDesign
import Studies
import Testing

@Suite("Requirements")
struct RequirementTests {
  @Test("an expression names arm, metric, direction, other arm, offset and probability")
  func reading() throws {
    let whole = try Requirement<Metric>("third/count=0.5.opt_in_per_install > launch + 0.02 @ 95%")
    #expect(whole.arm == "third/count=0.5" && whole.metric == .optInPerInstall && whole.isAbove)
    #expect(whole.other == "launch" && whole.offset == 0.02 && whole.probability == 0.95)
    let less = try Requirement<Metric>("a.sessions_lost_per_install<b - 1e-3 @97.5 %")
    #expect(!less.isAbove && less.other == "b" && less.offset == -0.001 && less.probability == 0.975)
    let number = try Requirement<Metric>("a.opt_in_per_install > 0.2 @ 90%")
    #expect(number.other == nil && number.offset == 0.2)
    #expect(try Requirement<Metric>("a.opt_in_per_install > b @ 90%").offset == 0)
  }

  @Test(
    "what is no expression is refused",
    arguments: [
      "a.opt_in_per_install > b", "a.opt_in_per_install > b @ 40%", "a.opt_in_per_install > b @ 0.95",
      "a.opt_in_per_install = b @ 95%", "opt_in_per_install > b @ 95%", "a.opt_in > b @ 95%",
      "a.opt_in_per_install > @ 95%", "a.opt_in_per_install > b + 2px @ 95%",
      "a.sessions_lost_per_install > b + 2pp @ 95%", "a.sessions_lost_per_install < 10% @ 95%",
      "a.opt_in_per_install > a @ 95%", "a.opt_in_per_install > a + 0.01 @ 95%",
      "a.opt_in_per_install > 'a' @ 95%", "",
    ])
  func refusals(text: String) {
    #expect(throws: RequirementProblem.self) { try Requirement<Metric>(text) }
  }

  @Test(
    "names may have spaces, dots and signs, and numbers units",
    arguments: [
      ("At launch.opt_in_per_install > After onboarding + 2pp @ 95%", "At launch", "After onboarding", 0.02),
      ("x.y.opt_in_per_install < a - b - 2% @ 95%", "x.y", "a - b", -0.02),
      ("a - b.opt_in_per_install > 2 + 2 @ 95%", "a - b", "2 + 2", 0),
      ("a - b.opt_in_per_install > 2 + 2 + 0.5 pp @ 95%", "a - b", "2 + 2", 0.005),
      ("'x.y'.opt_in_per_install > \"2 + 2\" @ 95%", "x.y", "2 + 2", 0),
      ("a > 1.opt_in_per_install > me@home - 1e-3 @ 95%", "a > 1", "me@home", -0.001),
      ("x.y.opt_in_per_install > 2 @ 95%", "x.y", "2", 0),
      ("x.y.opt_in_per_install > 30% @ 95%", "x.y", nil, 0.3),
    ] as [(String, String, String?, Double)])
  func names(text: String, arm: String, other: String?, offset: Double) throws {
    let options = ["At launch", "After onboarding", "x.y", "a - b", "2 + 2", "a > 1", "me@home", "2"]
    let read = try Requirement<Metric>(text, among: options)
    #expect(read.arm == arm && read.other == other && abs(read.offset - offset) < 1e-15)
  }

  @Test(
    "without the names of options the last sign before a number ends a name, and a problem says where it is")
  func unsettled() throws {
    let sum = try Requirement<Metric>("x.opt_in_per_install > a - b + 2pp @ 95%")
    #expect(sum.other == "a - b" && sum.offset == 0.02)
    let other = try Requirement<Metric>("x.opt_in_per_install > 2 + 2 @ 95%")
    #expect(other.other == "2" && other.offset == 2)
    let found = #expect(throws: RequirementProblem.self) {
      try Requirement<Metric>("x.opt_in_per_install > b + 2px @ 95%")
    }
    #expect(found?.description.hasSuffix("found '2px' at column 28") == true)
  }

  /// Two arms of 1,000 installs whose difference runs evenly over −1 to +8.9 points in 100 trials.
  private func builder(parametersVary: Bool = true) -> RunSummaryBuilder {
    var outline = sampleOutline()
    if !parametersVary { outline.description.parameters = [] }
    var builder = RunSummaryBuilder(outline)
    for trial in 0..<100 {
      builder.add(
        sampleTrial(
          trial, authorized: [200, 190 + Int64(trial)], draws: parametersVary ? [Double(trial)] : []))
    }
    return builder
  }

  private func finding(_ text: String, of builder: RunSummaryBuilder? = nil) throws -> RequirementFinding {
    try (builder ?? self.builder()).findings(Requirement(text))[0]
  }

  @Test("it holds in the share of trials in which the difference of expectations does")
  func share() throws {
    // Above 2 points where 190 + t > 220, in 69 of 100 trials.
    let even = try finding("b.opt_in_per_install > a + 0.02 @ 60%")
    let chance = try #require(even.chance)
    #expect(abs(chance.value - 0.69) < 0.011)
    // The binomial error of 69 of 100 is 0.046; two and two more make it no smaller.
    #expect(chance.mcse > 0.04 && chance.mcse < 0.05 && even.isShown)
    #expect(abs(even.margin.mean - 0.0195) < 1e-12)
    #expect(try !finding("b.opt_in_per_install > a + 0.02 @ 95%").isShown)
    #expect(try finding("b.opt_in_per_install > a - 0.02 @ 95%").isShown)
    #expect(try finding("a.opt_in_per_install < b + 0.02 @ 95%").isShown)
  }

  @Test("without uncertain parameters the limit of the mean decides")
  func sure() throws {
    let sure = builder(parametersVary: false)
    // The mean is 3.95 points, its error 0.29.
    #expect(try finding("b.opt_in_per_install > a + 0.03 @ 95%", of: sure).isShown)
    let close = try finding("b.opt_in_per_install > a + 0.037 @ 95%", of: sure)
    #expect(close.chance == nil && close.margin.mean > 0 && !close.isShown)
  }

  @Test("arms and metrics that the run does not have are named")
  func unknown() throws {
    for text in ["c.opt_in_per_install > a @ 95%", "a.value_per_install > 1 @ 95%"] {
      #expect(throws: RequirementProblem.self, "\(text)") { try finding(text) }
    }
  }
}
