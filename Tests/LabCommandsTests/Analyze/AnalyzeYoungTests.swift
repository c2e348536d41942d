import Testing

@Suite("analyze of tests in which nobody is old enough, or nobody is")
struct AnalyzeYoungTests {
  private func lab() throws -> Lab {
    let lab = try Lab()
    try lab.write(
      """
      install_id,arm,installed_at,prompted_at,decided_at,status
      1,a,2026-03-30,2026-03-30,2026-03-30,authorized
      2,a,2026-03-30,2026-03-30,2026-03-30,denied
      3,b,2026-03-30,2026-03-30,2026-03-30,authorized
      4,b,2026-03-30,,,notDetermined

      """, to: "e.csv")
    return lab
  }

  @Test("an empty file is told the columns of both kinds of table")
  func empty() throws {
    let outcome = try Lab().shell("\"$LAB\" analyze - < /dev/null")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.replacing("\n", with: " ").contains(
        "standard input:1:1: the file is empty; expected the columns arm, installs and allowed of counts, or install_id, arm,"
      ), "\(outcome.errors)")
  }

  @Test("who says by which day counts were made is not told that they do not say so")
  func dayOfCounts() throws {
    let lab = try Lab()
    try lab.write("arm,installs,allowed\nlaunch,200,41\nthird,210,53\n", to: "counts.csv")
    let words = "Counts do not say how old installs are"
    #expect(try lab("analyze", "counts.csv").output.contains(words))
    let ofDay = try lab("analyze", "counts.csv", "--day", "7")
    #expect(ofDay.status == 0 && !ofDay.output.contains(words), "\(ofDay)")
  }

  @Test("day 0 is refused with what to write in its place")
  func dayZero() throws {
    let outcome = try lab()("analyze", "e.csv", "--as-of", "2026-03-31", "--day", "0")
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains("'--day' must be from 1 to 3650, not 0") && outcome.errors.contains("--day 1"))
  }

  @Test(
    "no install of the day's age is said plainly, by looks too and once",
    arguments: ["", "--peek --planned 100", "--looks 2026-03-30 --planned 100"])
  func young(options: String) throws {
    let outcome = try lab().shell("\"$LAB\" analyze e.csv --as-of 2026-03-31 --day 7 \(options)")
    let text = outcome.output.replacing("\n  ", with: " ").replacing("\n", with: " ")
    #expect(outcome.status == 0)
    #expect(
      text.contains("b cannot be compared with a: No install of a and b is 7 days old yet."))
    #expect(!text.contains("0 of 0") && !text.contains("adds no matured"))
    if options.hasPrefix("--looks") {
      #expect(
        text.contains(
          "The look at the end of 2026-03-31 is excluded: no install of a and b was 7 days old yet."))
    }
  }

  @Test("counts of nobody say which option has nobody")
  func counts() throws {
    let lab = try lab()
    let none = try lab("analyze", "--counts", "launch=0/0,third=0/0", "--denominator", "installs")
    let text = none.output.replacing("\n", with: " ")
    #expect(text.contains("third cannot be compared with launch: launch and third have no installs."))
    let one = try lab("analyze", "--counts", "launch=0/0,third=5/10", "--denominator", "prompted")
    #expect(one.output.contains("third cannot be compared with launch: nobody in launch was prompted."))
  }
}
