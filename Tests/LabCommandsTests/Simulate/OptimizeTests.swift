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
      found.output.contains("12 strategies: 6 are forbidden by Apple's rules, 3 do the same as another."))
    #expect(found.output.contains("onboarding is within 0.5 pp of the best of all 3"))
    let text = found.output.replacing(/\s+/, with: " ")
    #expect(
      text.contains(
        "with 95% probability over Monte Carlo error. That is about the search: at least 95% of such searches with other "
          + "seeds are right. Chance best below is that it is best over the uncertain inputs."), "\(text)")
    let best = try lab.read("best.yaml")
    #expect(best.contains("seed: 6") && !best.contains("search:"))
    // Simulated by itself, the written file gives the answer that stands below the search.
    let again = try lab.shell("\"$LAB\" simulate best.yaml --quiet")
    #expect(again.status == 0, "\(again.errors)")
    let answer = again.output.components(separatedBy: "Next steps")[0]
    #expect(answer.contains("Recommendation") && found.output.contains(answer))
  }

  @Test("a space of one strategy is searched as one")
  func single() throws {
    let lab = try Lab()
    try lab.write(
      sampleExperiment.components(separatedBy: "arms:")[0] + "search: {ask: launch, usage_string: plain}\n",
      to: "search.yaml")
    let found = try lab.shell("\"$LAB\" optimize search.yaml --trials 20 --installs 100 --no-store")
    #expect(found.status == 0 && found.errors.hasPrefix("Searching 1 strategy.\n"), "\(found.errors)")
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
    let names = "strategy,standing,alike,objective,mean,mcse,trials,answer_mean,answer_mcse,left_after_trials"
    #expect(rows.count == 13 && rows[0] == names)
    // The answer's own figure stands beside that of the trials that chose.
    let best = try #require(rows.first { $0.contains(",winner,") }).split(
      separator: ",", omittingEmptySubsequences: false)
    #expect(best[3] == "opt_in_per_install" && best[4] != best[7])
    let arms = ((final["scenarios"] as? [String: Any])?["base"] as? [String: Any])?["arms"] as? [String: Any]
    let metrics = (arms?[winner] as? [String: Any])?["metrics"] as? [String: Any]
    let mean = (metrics?["opt_in_per_install"] as? [String: Any])?["mean"] as? Double
    #expect(abs((Double(best[7]) ?? 0) - (mean ?? 1)) < 1e-12)
    #expect(best[5...6].allSatisfy { (Double($0) ?? 0) > 0 } && (Double(best[8]) ?? 0) > 0)
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
    let printed = words(try lab.shell(line).output)
    #expect(printed.contains("One step away") && printed.contains("These are of the trials of the search."))
    #expect(printed.contains("so take an option's figures from there."))
    #expect(
      printed.contains("in place of") && printed.contains("meets 'prompted_per_install > 0.5 @ 60%' in"))
  }

  /// A text on one line.
  private func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The sample's search with a limit.
  private func limited(_ limit: String) throws -> Lab {
    let lab = try Lab()
    let search = searched.replacing("session: 2}]", with: "session: 2}, {session: 3}]")
    try lab.write(search + "limits: [\(limit)]\n", to: "search.yaml")
    return lab
  }

  private static let limited = "\"$LAB\" optimize search.yaml --trials 400 --installs 200 --no-store"

  @Test(
    "what is named meets the limits by the trials of the answer, and --require shows the same of the written file"
  )
  func shownLimits() throws {
    // Asking after onboarding holds it in 69% of draws, which the trials of the search do not tell from 70%.
    let lab = try limited("opt_in_per_install < 0.303 @ 70%")
    let line = "\(Self.limited) --out best.yaml"
    let text = try lab.shell("\(line) --format json").output
    let members = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let winner = try #require(members["winner"] as? String)
    #expect(winner != "onboarding" && members["best_without_limits"] as? String == "onboarding")
    let limit = try #require((members["limits"] as? [[String: Any]])?.first)
    let judged = try #require(limit["judged"] as? [[String: Any]])
    let onboarding = try #require(judged.first { $0["strategy"] as? String == "onboarding" })
    #expect(onboarding["is_shown"] as? Bool == false && onboarding["at_least"] as? Double ?? 1 < 0.7)
    #expect(judged.contains { $0["strategy"] as? String == winner && $0["is_shown"] as? Bool == true })
    // The written file has no strategy that an answer could recommend and that fails.
    let best = try lab.read("best.yaml")
    #expect(!best.components(separatedBy: "\narms:")[1].contains("onboarding"), "\(best)")
    #expect(best.contains("replace those of the file"))
    #expect(best.contains("\nlimits: [opt_in_per_install < 0.303 @ 70%]\n"), "\(best)")
    let required = try lab.shell(
      "\"$LAB\" simulate best.yaml --quiet --require '\(winner).opt_in_per_install < 0.303 @ 70%'")
    #expect(required.status == 0, "\(required.errors)")
    let again = try lab.shell("rm best.yaml; \(line)")
    #expect(again.errors.contains("Not shown to meet the limits in 400 new trials: onboarding"))
    let printed = words(again.output)
    #expect(printed.contains("not shown to meet the limit (met in "), "\(printed)")
    #expect(printed.contains("400 x 2,000 installs, seed 6, in place of the file's."))
  }

  @Test(
    "where no strategy is shown to meet a limit the nearest is named with its share, and the command ends with 2"
  )
  func noneShown() throws {
    let lab = try limited("opt_in_per_install > 0.25 @ 70%")
    let found = try lab.shell("\(Self.limited) --out best.yaml")
    #expect(found.status == 2, "\(found.errors)")
    for text in [found.output, found.errors] {
      #expect(
        words(text).contains(
          "No strategy is shown to meet the limits. The nearest is onboarding, which meets"),
        "\(text)")
    }
    #expect(found.errors.contains("Loosen 'limits'"))
    #expect(words(found.output).contains("None is left to choose from."))
    #expect(try lab.shell("ls").output.contains("best.yaml") == false)
  }

  @Test("a file with carriage returns or a byte order mark is searched like the same without")
  func lineEnds() throws {
    let lab = try lab()
    try lab.write("\u{FEFF}" + searched.replacing("\n", with: "\r\n"), to: "windows.yaml")
    let options = "--quiet --trials 60 --installs 200 --format csv --out"
    let plain = try lab.shell("\"$LAB\" optimize search.yaml \(options) best.yaml")
    let windows = try lab.shell("\"$LAB\" optimize windows.yaml \(options) windows-best.yaml")
    #expect(windows.status == 0 && windows.output == plain.output, "\(windows.errors)")
    let written = try lab.read("windows-best.yaml")
    // The two lines above have the file's own name.
    func found(_ text: String) -> [Substring] {
      Array(text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2))
    }
    #expect(try found(written) == found(lab.read("best.yaml")) && !written.unicodeScalars.contains("\r"))
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

  @Test("what an error of the platform checks stands against is not named, unless such are let in")
  func blocked() throws {
    let lab = try Lab()
    try lab.write(
      sampleExperiment.components(separatedBy: "arms:")[0]
        + "search: {ask: [{session: 1000000}, {session: 900000}], usage_string: plain}\n", to: "search.yaml")
    let line = "\"$LAB\" optimize search.yaml --quiet --trials 40 --installs 100"
    let found = try lab.shell(line)
    #expect(found.status == 2, "\(found.output)")
    #expect(found.errors.contains("2 blocked by errors of the platform checks"), "\(found.errors)")
    let words = found.output.replacing(/\s+/, with: " ")
    #expect(words.contains("2 are blocked by errors of the platform checks. None is left to choose from."))
    #expect(words.contains("opened 1000000 times (R93)"), "\(words)")
    #expect(
      words.contains("No strategy may be chosen.") && !words.contains("the only one that may be chosen"))
    let json = try lab.shell("\(line) --format json --no-store").output
    let members = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(((members["space"] as? [String: Any])?["blocked"] as? [[String: Any]])?.count == 2)
    #expect(members["winner"] is NSNull)
    #expect(try lab.shell("\(line) --format csv --no-store").output.contains(",blocked,"))
    #expect(try lab.shell("\(line) --include-noncompliant --no-store").status == 0)
    // One that can be reviewed is named, whatever the others have.
    let mixed = try lab.read("search.yaml").replacing("{session: 900000}", with: "launch")
    try lab.write(mixed, to: "search.yaml")
    let named = try lab.shell("\(line) --no-store")
    #expect(
      named.status == 0 && named.output.contains("launch is the only one that may be chosen."),
      "\(named.output)")
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
