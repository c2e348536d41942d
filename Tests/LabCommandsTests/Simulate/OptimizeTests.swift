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

  @Test("limits exclude strategies, a trade-off is listed, and each step away has its difference")
  func more() throws {
    let lab = try Lab()
    try lab.write(searched + "limits: [prompted_per_install > 0.5 @ 60%]\n", to: "search.yaml")
    let line =
      "\"$LAB\" optimize search.yaml --quiet --trials 60 --installs 200 --trade denied_by_day_1 --criterion alternatives"
    let text = try lab.shell("\(line) --format json").output
    let members = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(members["criterion"] as? String == "alternatives")
    #expect(
      (members["views"] as? [String])?.first == "base" && (members["views"] as? [String] ?? []).count > 1)
    let limits = try #require(members["limits"] as? [[String: Any]])
    #expect(limits.count == 1 && limits[0]["text"] as? String == "prompted_per_install > 0.5 @ 60%")
    let steps = try #require(members["one_step"] as? [[String: Any]])
    #expect(
      steps.contains { $0["key"] as? String == "ask" } && steps.contains { $0["difference"] as? Double == 0 })
    #expect((members["frontier"] as? [String: Any])?["metric"] as? String == "denied_by_day_1")
    let printed = try lab.shell(line).output
    #expect(printed.contains("One step away") && printed.contains("Trade-off"))
    #expect(
      printed.contains("in place of") && printed.contains("'prompted_per_install > 0.5 @ 60%' is met by"))
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
    #expect(margin.status == 64 && margin.errors.contains("expected a margin from 0"))
    let alone = try lab.shell("\"$LAB\" optimize search.yaml --criterion scenarios")
    #expect(alone.status == 64 && alone.errors.contains("it has one"))
    let setting = try lab.shell("\"$LAB\" optimize search.yaml --set trails=5")
    #expect(setting.status == 64 && setting.errors.contains("Did you mean 'trials'?"))
    try lab.write(searched + "limits: [prompted < 0.5 @ 60%]\n", to: "limits.yaml")
    let limit = try lab.shell("\"$LAB\" optimize limits.yaml")
    #expect(limit.status == 65 && limit.errors.contains("'limits': expected a metric before '<'"))
    let over = try lab.shell("\"$LAB\" optimize search.yaml --out search.yaml")
    #expect(over.status == 64 && over.errors.contains("would overwrite the experiment"))
    let simulated = try lab.shell("\"$LAB\" simulate search.yaml")
    #expect(simulated.status == 65 && simulated.errors.contains("'att-lab optimize' reads"))
  }
}
