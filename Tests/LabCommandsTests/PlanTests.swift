import Foundation
import Testing

@Suite("att-lab plan")
struct PlanTests {
  func plan(_ arguments: String, status: Int32 = 0) throws -> Lab.Outcome {
    let outcome = try Lab().shell("\"$LAB\" plan \(arguments)")
    #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
    return outcome
  }

  private func members(_ arguments: String, status: Int32 = 0) throws -> [String: Any] {
    try Lab().members("plan \(arguments)", statuses: [status])
  }

  private func answer(_ arguments: String, status: Int32 = 0) throws -> [String: Any] {
    try #require(try members(arguments, status: status)["answer"] as? [String: Any])
  }

  @Test("the installs of a lift read as on record")
  func text() throws {
    try expectSnapshot(
      plan("--baseline 20% --lift 2pp --power 80% --installs-per-week 3000 --day 7").output, "plan-size")
  }

  @Test(
    "rates and differences may be written as shares, percentages and percentage points",
    arguments: [
      "--baseline 20% --lift 2pp", "--rate 0.2 --difference 0.02", "--rates 20%,0.22",
      "--baseline 0.20 --lift '2 pp'",
      "--baseline 20% --ratio 1.1", "--baseline 20% --odds-ratio 1.128205128205128",
    ])
  func spellings(arguments: String) throws {
    let found = try answer("\(arguments) --power 0.8")
    #expect(found["per_arm"] as? [String: Int] == ["a": 6510, "b": 6510])
    #expect(found["planned"] as? Int == 13_020)
  }

  @Test("a drop is detected as a lift is")
  func drop() throws {
    let found = try answer("--baseline 22% --lift -2pp")
    #expect(found["per_arm"] as? [String: Int] == ["a": 6510, "b": 6510])
  }

  @Test("a size answers what it detects, and with a difference its power")
  func others() throws {
    let detected = try #require(
      try answer("--baseline 20% --planned 10000")["difference"] as? [String: Double])
    #expect(abs((detected["b"] ?? 0) - 0.02287664417) < 1e-9)
    let power = try #require(try answer("--rates 20%,22% --per-arm 5000")["power"] as? Double)
    #expect(abs(power - 0.6898208549) < 1e-9)
    #expect(
      try plan("--rates 20%,22% --per-arm 5000").output.contains("69% of tests detect 22% vs 20% (+2 pp)"))
  }

  @Test("a size without the power wanted ends with 2, and says what it takes")
  func tooSmall() throws {
    let missed = try plan("--rates 20%,22% --per-arm 6509 --power 80%", status: 2)
    #expect(
      missed.output.contains("79.99%") && missed.errors.contains("13,018 installs in total are planned"))
    #expect(missed.errors.contains("13,020 are needed"))
    #expect(try plan("--rates 20%,22% --per-arm 6510 --power 80%").output.contains("The size is enough."))
  }

  @Test("looks are listed with what stops the test there, and their price")
  func looks() throws {
    let found = try members("--rates 20%,22% --looks 3 --day 7 --per-day 500")
    let looks = try #require(found["looks"] as? [[String: Any]])
    #expect(looks.compactMap { $0["planned"] as? Int } == [4396, 8791, 13_186])
    // 27 days of enrolment, and 7 until the last install of a look is old enough.
    // The last look is when the test is read, after whole weeks.
    #expect(looks.compactMap { $0["day"] as? Int } == [16, 25, 35])
    let average = try #require(found["expected_planned_if_true"] as? Double)
    #expect(abs(average / 13_018.93 - 0.8656) < 0.0005)
  }

  @Test("looks at dates count the installs that are old enough by then")
  func datedLooks() throws {
    let line = "--rates 20%,22% --looks 2026-12-07,2026-12-16 --day 7 --per-day 500 --start 2026-11-22"
    let found = try members(line)
    let looks = try #require(found["looks"] as? [[String: Any]])
    #expect(looks.compactMap { $0["planned"] as? Int }.dropLast() == [4500, 9000])
    #expect(looks.compactMap { $0["date"] as? String } == ["2026-12-07", "2026-12-16", "2026-12-26"])
    let analyze = try #require(found["analyze"] as? [String])
    #expect(analyze.contains("2026-12-07,2026-12-16"))
    // Nearly the equal steps of three looks, and so nearly their size.
    let answer = try #require(found["answer"] as? [String: Any])
    #expect(abs((answer["planned"] as? Int ?? 0) - 13_186) < 30)
    let calendar = try #require(found["calendar"] as? [String: Any])
    #expect(calendar["first_result"] as? Int == 8)
  }

  @Test("of several options a larger share for the baseline is offered where it spares installs")
  func cheaperSplit() throws {
    let even = try members("--rates 20%,22%,22%")
    let answer = try #require(even["answer"] as? [String: Any])
    let cheaper = try #require(answer["cheaper"] as? [String: Any])
    #expect(cheaper["allocation"] as? [Double] == [1.41, 1, 1])
    let uneven = try members("--rates 20%,22%,22% --allocation 1.41,1,1")
    let planned = try #require((uneven["answer"] as? [String: Any])?["planned"] as? Int)
    #expect(cheaper["planned"] as? Int == planned && planned < answer["planned"] as? Int ?? 0)
    #expect(try plan("--rates 20%,22%,22%").output.contains("--allocation 1.41,1,1"))
    let pair = try #require(try members("--rates 20%,22%")["answer"] as? [String: Any])
    #expect(pair["cheaper"] is NSNull)
  }

  @Test("with a first day the looks and the reading have dates, which the analysis gets")
  func dates() throws {
    let line = "--rates 20%,22% --looks 3 --day 7 --per-day 500 --start 2026-11-22"
    let found = try members(line)
    let looks = try #require(found["looks"] as? [[String: Any]])
    #expect(looks.compactMap { $0["date"] as? String } == ["2026-12-07", "2026-12-16", "2026-12-26"])
    let calendar = try #require(found["calendar"] as? [String: Any])
    #expect(calendar["start"] as? String == "2026-11-22")
    #expect(calendar["read_on_date"] as? String == "2026-12-26" && calendar["read_on"] as? Int == 35)
    let words = try #require(found["analyze"] as? [String])
    #expect(words.contains("2026-12-26") && words.contains("2026-12-07,2026-12-16"))
    let text = try plan(line).output
    #expect(text.contains("day 35 (2026-12-26)") && !text.contains("DATE"))
    #expect(try plan("--rates 20%,22% --per-day 500 --start 2026-11-22").output.contains("2026-12-19."))
    let once = try members("--rates 20%,22% --day 7 --per-day 500 --start 2026-11-22")
    #expect((once["analyze"] as? [String])?.contains("2026-12-26") ?? false)
  }

  @Test("a ramp makes the test longer, since days of an uneven split count less")
  func ramp() throws {
    let found = try members("--rates 20%,22% --per-day 500 --day 7 --ramp 10%x7,50%")
    let calendar = try #require(found["calendar"] as? [String: Any])
    // A day at 10% counts 0.09 of the installs, one at 50% 0.25: 7 days count for 2.52.
    let days = 7 + (13_020 / 500.0 - 7 * 0.09 / 0.25)
    #expect(abs(try #require(calendar["installs"] as? Double) - 500 * days) < 1e-6)
    #expect(calendar["enrolment_days"] as? Int == Int(days.rounded(.up)))
    // 7 days of 10% and 28 of 50% are 14.7 of 35.
    let words = try #require(found["analyze"] as? [String])
    #expect(words.suffix(2) == ["--allocation", "a=1,b=0.7241"])
    let text = try plan("--rates 20%,22% --per-day 500 --ramp 10%x7,50%").output
    #expect(text.contains("get 10% for 7 days, then 50%") && text.contains("arm, day, installs and allowed"))
    let three = try members("--rates 20%,22%,22% --per-day 500 --ramp 10%x7 --allocation 2,1,1")
    #expect(try #require(three["calendar"] as? [String: Any])["ramp"] is [Any])
  }

  @Test("per prompted the installs are those that prompt enough, with a warning of what is compared")
  func prompted() throws {
    let found = try answer("--baseline 20% --lift 2pp --denominator prompted --reach 50%")
    #expect(found["per_arm"] as? [String: Int] == ["a": 13_019, "b": 13_019])
    let text = try plan("--baseline 40% --lift 4pp --denominator prompted --reach 50%,60% --lost 5%").output
    #expect(text.contains("compare different people") && text.contains("--rates 20%,26.4%"))
    #expect(try members("--baseline 20% --lift 2pp")["warnings"] as? [String] == [])
  }

  @Test("with --all the power is that of all comparisons together")
  func all() throws {
    let each = try answer("--rates 20%,22%,22% --power 80%")
    #expect(each["per_arm"] as? [String: Int] == ["a": 7884, "b": 7884, "c": 7884])
    let all = try answer("--rates 20%,22%,22% --power 80% --all")
    #expect(abs(try #require(all["power_all"] as? Double) - 0.8) < 1e-4)
    #expect(try #require(all["planned"] as? Int) > 3 * 7884)
  }

  @Test("where intervals decide, which hold together, several options take fewer installs")
  func byIntervals() throws {
    let found = try answer("--rates 20%,22%,22% --power 80%")
    #expect(found["per_arm_by_intervals"] as? [String: Int] == ["a": 7735, "b": 7735, "c": 7735])
    let text = try plan("--rates 20%,22%,22%").output
    #expect(text.contains("Dunnett's constant, 23,205 installs in total are enough"))
    for other in [
      "--rates 20%,22%", "--rates 20%,22%,22% --correction none", "--rates 20%,22%,22% --looks 2",
    ] {
      #expect(try answer(other)["per_arm_by_intervals"] is NSNull)
    }
  }

  @Test("looks at several options share the level, whatever the correction")
  func looksOfSeveral() throws {
    let text = try plan("--rates 20%,22%,22% --looks 2 --correction none").output
    #expect(text.contains("each at the level 2.5%") && text.contains("whatever the correction"))
    #expect(try plan("--rates 20%,22%,22% --correction none").output.contains("without a correction"))
  }

  @Test("a power near the level is explained: as much is found by chance, in the directions that it counts")
  func belowLevel() throws {
    let text = try plan("--rates 20%,22% --per-arm 10").output
    #expect(
      text.contains("tests detect 22% vs 20%") && text.contains("differences found in either direction"))
    #expect(text.contains("up to 5% of tests find one"))
    let looks = try plan("--rates 20%,22% --per-arm 100 --looks 2").output
    #expect(looks.contains("Power counts only differences found in their own direction"))
    #expect(!(try plan("--rates 20%,22% --per-arm 5000").output.contains("Power counts")))
  }

  @Test("by Fisher's test it takes more installs, and the plan says what decides")
  func fisher() throws {
    let found = try members("--baseline 20% --lift 2pp --test fisher")
    let answer = try #require(found["answer"] as? [String: Any])
    #expect(answer["per_arm"] as? [String: Int] == ["a": 6610, "b": 6610])
    #expect((found["question"] as? [String: Any])?["test"] as? String == "fisher")
    let text = try plan("--baseline 20% --lift 2pp --test fisher").output
    #expect(text.contains("Fisher's exact test, which att-lab analyze shows beside its verdict"))
    let back = try #require(
      try self.answer("--baseline 20% --per-arm 6610 --test fisher")["difference"] as? [String: Double])
    #expect(abs((back["b"] ?? 0) - 0.02) < 1e-5)
  }

  @Test("rows that will be lost are made up for")
  func lost() throws {
    #expect(
      try answer("--baseline 20% --lift 2pp --lost 10%")["per_arm"] as? [String: Int] == [
        "a": 7233, "b": 7233,
      ])
  }

  @Test("where releases are split, their size and likeness multiply the installs")
  func clusters() throws {
    let found = try answer("--baseline 20% --lift 2pp --cluster-size 200 --icc 0.01")
    #expect(found["per_arm"] as? [String: Int] == ["a": 19_464, "b": 19_464])
    let few = try answer("--baseline 20% --lift 5pp --clusters 10,10 --icc 0.002")
    #expect(few["per_arm"] as? [String: Int] == ["a": 1616, "b": 1616])
    let missed = try plan("--rates 20%,22% --clusters 4,4 --icc 0.002 --planned 90000 --power 80%", status: 2)
    #expect(missed.errors.contains("no number is enough"))
  }

  @Test("the table of sizes is CSV too")
  func csv() throws {
    let lines = try plan("--baseline 20% --lift 2pp --per-day 500 --format csv").output
      .split(whereSeparator: \.isNewline)
    #expect(lines.count == 4 && lines[0] == "installs_a,installs_b,planned,days,power")
    #expect(lines[2].hasPrefix("6510,6510,13020,27,0.8"))
  }

  @Test(
    "the analysis that it ends with is the one that it plans for",
    arguments: [
      ("--rates 20%,22%", ["counts.csv", "--baseline", "a"]),
      (
        "--rates 20%,22% --confidence 90% --day 7",
        [
          "rows.csv", "--as-of", "DATE", "--day", "7", "--baseline", "a",
          "--confidence", "0.9",
        ]
      ),
      (
        "--rates 20%,22%,23% --correction none --allocation 2,1,1",
        ["counts.csv", "--baseline", "a", "--correction", "none", "--allocation", "a=2,b=1,c=1"]
      ),
      (
        "--baseline 20% --aim non-inferior --margin 1pp",
        ["counts.csv", "--baseline", "a", "--non-inferior", "1pp"]
      ),
      (
        "--baseline 20% --aim equivalent --margin 1pp", ["counts.csv", "--baseline", "a", "--margin", "1pp"]
      ),
      (
        "--rates 20%,22% --looks 3 --day 7 --spending pocock",
        [
          "rows.csv", "--as-of", "DATE", "--day", "7", "--baseline", "a", "--planned", "15238", "--looks",
          "DATES", "--spending", "pocock",
        ]
      ),
      (
        "--rates 20%,18% --sides one",
        ["counts.csv", "--baseline", "a", "--require", "b.opt_in_per_install < a @ 95%"]
      ),
    ])
  func analysis(arguments: String, words: [String]) throws {
    #expect(try members(arguments)["analyze"] as? [String] == ["att-lab", "analyze"] + words)
  }

  @Test("a size that the plan finds shows the verdict on counts that come out as assumed")
  func verdict() throws {
    let lab = try Lab()
    for (arguments, allowed, verdict) in [
      // What is just detected half of the time: 1.96 of 2.80 standard errors.
      ("--rates 20%,22% --power 50%", "a=640/3200,b=704/3200", "better"),
      ("--baseline 20% --aim equivalent --margin 1pp", "a=5481/27405,b=5481/27405", "equivalent"),
    ] {
      var words = try #require(try members(arguments)["analyze"] as? [String])
      words.replaceSubrange(0..<3, with: ["analyze", "--counts", allowed, "--denominator", "installs"])
      let outcome = try lab.run(words + ["--format", "csv"])
      #expect(outcome.status == 0 && outcome.output.contains(",\(verdict),"), "\(outcome.errors)")
    }
  }
}
