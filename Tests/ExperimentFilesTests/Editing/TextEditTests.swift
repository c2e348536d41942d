import Testing

@testable import ExperimentFiles

@Suite("Edits of a text")
struct TextEditTests {
  private let text = """
    # About it.
    experiment: sample # its name
    population: news

    usage_strings:
      plain: {text: "It, and more"} # one line
    arms:
      # The first.
      launch:
        ask: launch  # at once
        usage_string: plain
      "a.b": {ask: {after: article, count: 3}, usage_string: plain}

    # The end.

    """

  private func after(_ edits: TextEdit...) throws -> String { try edited(text, edits, path: "sample.yaml") }

  /// The lines that are in one text and not in the other: taken out, then put in.
  private func changes(_ edits: TextEdit...) throws -> [String] {
    let new = try edited(text, edits, path: "sample.yaml")
    let (before, now) = (text.split(separator: "\n"), new.split(separator: "\n"))
    return before.filter { !now.contains($0) }.map { "- \($0)" }
      + now.filter { !before.contains($0) }.map { "+ \($0)" }
  }

  @Test("a text with other ends of lines and a byte order mark is edited like the same with line feeds")
  func lineEnds() throws {
    let edits: [TextEdit] = [
      .set(path: "arms.launch.ask", value: "{session: 2}"), .copy(path: "arms.launch", name: "second"),
      .remove(path: "arms.a.b"), .set(path: "trials", value: "60"),
    ]
    let plain = try edited(text, edits, path: "sample.yaml")
    let marked = "\u{FEFF}" + text.replacing("\n", with: "\r\n")
    #expect(try edited(marked, edits, path: "sample.yaml") == plain)
    #expect(!plain.unicodeScalars.contains("\r"))
  }

  @Test("a value is replaced where it stands, and the comment beside it stays")
  func values() throws {
    #expect(
      try changes(.set(path: "arms.launch.ask", value: "{session: 2}"))
        == ["-     ask: launch  # at once", "+     ask: {session: 2}  # at once"])
    #expect(
      try changes(.set(path: "experiment", value: "\"new: name\""))
        == ["- experiment: sample # its name", "+ experiment: \"new: name\" # its name"])
    #expect(
      try changes(.set(path: "usage_strings.plain.text", value: "Other"))
        == ["-   plain: {text: \"It, and more\"} # one line", "+   plain: {text: Other} # one line"])
    #expect(
      try changes(.set(path: "arms.a.b.ask.count", value: "5")).last
        == "+   \"a.b\": {ask: {after: article, count: 5}, usage_string: plain}")
  }

  @Test("a new key is written behind its neighbours, in their style")
  func keys() throws {
    #expect(try changes(.set(path: "arms.launch.delay_seconds", value: "2")) == ["+     delay_seconds: 2"])
    #expect(
      try changes(.set(path: "arms.a.b.delay_seconds", value: "2")).last
        == "+   \"a.b\": {ask: {after: article, count: 3}, usage_string: plain, delay_seconds: 2}")
    #expect(
      try changes(.set(path: "population.allow.rate", value: "0.3"))
        == ["+ adjust:", "+   allow:", "+     rate: 0.3"])
    #expect(try after(.set(path: "seed", value: "7")).hasSuffix("# The end.\nseed: 7\n"))
  }

  @Test("what is copied has its comments, and what is removed leaves the rest")
  func arms() throws {
    #expect(
      try after(.copy(path: "arms.launch", name: "launch_2"))
        .contains("usage_string: plain}\n  launch_2:\n    ask: launch  # at once\n    usage_string: plain\n"))
    #expect(
      try changes(.remove(path: "arms.launch"))
        == ["-   launch:", "-     ask: launch  # at once", "-     usage_string: plain"])
    #expect(throws: FileProblems.self) { try after(.copy(path: "arms.launch", name: "a.b")) }
    #expect(throws: FileProblems.self) { try after(.remove(path: "arms.nobody")) }
  }

  @Test("a value goes back to what another text has, and a key that it has not goes away with its section")
  func restored() throws {
    let moved = try edited(
      text, [.set(path: "population.allow.rate", value: "0.3"), .set(path: "experiment", value: "x")],
      path: "sample.yaml")
    let back = try edited(
      moved,
      [.restore(path: "population.allow.rate", from: text), .restore(path: "experiment", from: text)],
      path: "sample.yaml")
    #expect(back.split(separator: "\n") == text.split(separator: "\n"))
  }

  @Test("a key that is written in an unusual style is set as well")
  func anew() throws {
    let unusual = text.replacing(
      "launch:\n    ask: launch  # at once\n    usage_string: plain\n",
      with: "? launch\n  : ask: launch\n    usage_string: plain\n")
    let new = try edited(unusual, [.set(path: "arms.launch.ask", value: "onboarding")], path: "sample.yaml")
    #expect(new.contains("ask: onboarding") && !new.contains("ask: launch") && new.contains("# About it."))
  }

  /// The text with numbers as calibrate writes them.
  private var learnt: String {
    text + """
      adjust:
        # Learnt.
        joint:
          - paths: [allow.rate, allow.value]
            scale: [logit, identity]
            mean: [-0.8, 0.25]
            covariance:
              - [0.01, -0.004]
              - [-0.004, 0.006]

      """
  }

  @Test("a number that is drawn together with others is not set beside them")
  func members() {
    #expect(throws: FileProblems.self) {
      try edited(learnt, [.set(path: "population.allow.rate", value: "0.4")], path: "sample.yaml")
    }
  }

  @Test("what is no YAML, no key and no arm is refused")
  func refused() {
    #expect(throws: FileProblems.self) { try edited("a: [", [.remove(path: "a")], path: "sample.yaml") }
    #expect(throws: FileProblems.self) { try after(.set(path: "arms.nobody.ask", value: "launch")) }
    #expect(throws: FileProblems.self) { try after(.set(path: "arms.launch.ask", value: "{")) }
  }

  @Test("a key gets another name at its place, and all that it holds stays as it is written")
  func renaming() throws {
    #expect(
      try changes(.rename(path: "arms.launch", name: "At launch"))
        == ["-   launch:", "+   \"At launch\":"])
    #expect(
      try changes(.rename(path: "arms.a.b", name: "c"))
        == [
          "-   \"a.b\": {ask: {after: article, count: 3}, usage_string: plain}",
          "+   c: {ask: {after: article, count: 3}, usage_string: plain}",
        ])
    #expect(try changes(.rename(path: "arms.launch", name: "launch")).isEmpty)
    #expect(throws: FileProblems.self) { try after(.rename(path: "arms.launch", name: "a.b")) }
    #expect(throws: FileProblems.self) { try after(.rename(path: "arms.none", name: "x")) }
  }
}
