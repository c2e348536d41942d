import Foundation
import Testing

@Suite("att-lab optimize")
struct OptimizeTests {
  /// The sample with a search in place of its arms.
  private let searched =
    sampleExperiment.components(separatedBy: "arms:")[0] + """
      search:
        ask: [onboarding, launch, {session: 2}]
        pre_prompt: [none, open]
        retry: [each_activation, never]
        usage_string: plain

      """

  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(searched, to: "search.yaml")
    return lab
  }

  @Test("a search names the best, writes it, and the written file has its numbers")
  func finds() throws {
    let lab = try lab()
    let found = try lab.shell(
      "\"$LAB\" optimize search.yaml --quiet --trials 60 --installs 200 --out best.yaml")
    #expect(found.status == 0, "\(found.errors)")
    #expect(
      found.output.contains("12 strategies: 6 are forbidden by Apple's rules, 3 live exactly like another."))
    #expect(found.output.contains("onboarding is within 0.5 pp of the best of all 3"))
    let best = try lab.read("best.yaml")
    #expect(best.contains("seed: 6") && !best.contains("search:"))
    // Simulated by itself, the written file gives the answer that stands below the search.
    let again = try lab.shell("\"$LAB\" simulate best.yaml --quiet")
    #expect(again.status == 0, "\(again.errors)")
    let answer = again.output.components(separatedBy: "Next steps")[0]
    #expect(answer.contains("Recommendation") && found.output.contains(answer))
  }

  @Test("JSON and CSV have every strategy, what became of it and what it took")
  func data() throws {
    let lab = try lab()
    let line = "\"$LAB\" optimize search.yaml --quiet --trials 60 --installs 200"
    let text = try lab.shell("\(line) --format json").output
    let members = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(members["schema"] as? String == "att-lab/optimization/1")
    let winner = try #require(members["winner"] as? String)
    let final = try #require(members["final"] as? [String: Any])
    #expect(final["schema"] as? String == "att-lab/run/2")
    let rows = try lab.shell("\(line) --format csv").output.split(whereSeparator: \.isNewline)
    #expect(rows.count == 13 && rows[0] == "strategy,standing,alike,mean,left_after_trials")
    #expect(rows.filter { $0.contains(",winner,") }.allSatisfy { $0.hasPrefix(winner) })
    #expect(rows.filter { $0.contains(",not_allowed,") }.count == 6)
  }

  @Test("the same file and seed give the same search, on any number of threads")
  func reproducible() throws {
    let line = "\"$LAB\" optimize search.yaml --quiet --trials 60 --installs 200 --format csv --threads"
    #expect(try lab().shell("\(line) 1").output == (try lab().shell("\(line) 3").output))
  }

  @Test("where no strategy may be chosen the command ends with 2 and says why")
  func nothing() throws {
    let lab = try Lab()
    let search = searched.replacing("pre_prompt: [none, open]", with: "pre_prompt: [open]")
    try lab.write(search, to: "search.yaml")
    let found = try lab.shell("\"$LAB\" optimize search.yaml --quiet")
    #expect(found.status == 2 && found.errors.contains("6 forbidden by Apple's rules"), "\(found.errors)")
  }

  @Test("a file without a search, and options that cannot be, are refused with what to do")
  func refused() throws {
    let lab = try lab()
    try lab.write(sampleExperiment, to: "plain.yaml")
    let plain = try lab.shell("\"$LAB\" optimize plain.yaml")
    #expect(plain.status == 65 && plain.errors.contains("lacks 'search'"))
    let margin = try lab.shell("\"$LAB\" optimize search.yaml --margin=-1pp")
    #expect(margin.status == 64 && margin.errors.contains("'--margin' must be above 0"))
    let over = try lab.shell("\"$LAB\" optimize search.yaml --out search.yaml")
    #expect(over.status == 64 && over.errors.contains("would overwrite the experiment"))
    let simulated = try lab.shell("\"$LAB\" simulate search.yaml")
    #expect(simulated.status == 65 && simulated.errors.contains("'att-lab optimize' reads"))
  }
}
