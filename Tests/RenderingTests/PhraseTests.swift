import Testing

@testable import Rendering

@Suite("Phrases")
struct PhraseTests {
  @Test("a name of several words has quotes in plain text, and never in markup, whatever it is made of")
  func names() {
    for name in ["launch", "a`b", "**b**"] {
      #expect(("\(Name(name)) is best" as Phrase).text == "\(name) is best")
    }
    let phrase: Phrase = "\(Name("At launch")) is best"
    #expect(phrase.text == "\"At launch\" is best" && phrase.plain == "At launch is best")
    #expect(("\(Name("a \"b\"")) leads" as Phrase).text == "'a \"b\"' leads")
    #expect(("\(Name("a\u{1B}b"))" as Phrase).text == "a\\u{1B}b")
  }

  @Test("a noun is in the singular for one alone, and thousands stand apart")
  func counts() {
    #expect(("\(1, "install"), \(2_400, "install")" as Phrase).text == "1 install, 2,400 installs")
    #expect(("\(0, "strategy", "strategies") of line \(1200)" as Phrase).text == "0 strategies of line 1200")
  }

  @Test("a number has the sign of print, and no line is broken in it")
  func numbers() {
    let phrase: Phrase = "from \(number: "-4.2 ± 0.3 pp") to \(number: "(1 ± 2)e-9"), on 2026-11-28"
    #expect(phrase.printed == "from −4.2\u{A0}±\u{A0}0.3\u{A0}pp to (1\u{A0}±\u{A0}2)e-9, on 2026-11-28")
    let lines = ReviewDocument([[.text(phrase)]]).text(ReviewStyle(width: 20, isColoured: false))
    #expect(lines == "from -4.2 ± 0.3 pp\nto (1 ± 2)e-9, on\n2026-11-28\n")
  }

  @Test("equal words make equal phrases, however they were put together")
  func parts() {
    let name = "launch"
    #expect("a \(name) b" as Phrase == "a " + Phrase(verbatim: "launch") + " b")
    #expect((["a", "b", "c"] as [Phrase]).inProse == "a, b and c")
  }
}
