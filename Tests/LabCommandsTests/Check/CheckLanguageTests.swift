import Testing

@Suite("att-lab check of texts in other languages")
struct CheckLanguageTests {
  @Test("a text in a language that is not judged is not counted as passed, in any format")
  func otherLanguage() throws {
    let lab = try Lab()
    try lab.write(
      "\"NSUserTrackingUsageDescription\" = \"Wenn du auf Erlauben tippst, bekommst du 10 Münzen gratis.\";",
      to: "de.lproj-InfoPlist.strings")
    #expect(
      try lab.shell("mkdir de.lproj && mv de.lproj-InfoPlist.strings de.lproj/InfoPlist.strings").status == 0)
    let file = "de.lproj/InfoPlist.strings"
    let text = try lab("check", file).output
    #expect(text.contains("of 44 checks 2 passed, 2 were not judged in 'de' (L2, L4) and"), "\(text)")
    #expect(try lab("check", file, "--list").output.contains("(error): not judged in 'de'\n"))
    let json = try lab("check", file, "--format", "json").output
    #expect(json.contains("\"outcome\": \"not_judged\"") && json.contains("\"not_judged_in\""))
    for answer in [try lab("check", "--list").output, try lab("explain", "L4").output] {
      let words = answer.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("English phrases alone are known."))
    }
  }
}
