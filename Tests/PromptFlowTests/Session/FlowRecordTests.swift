import PromptFlow
import Testing

@Suite("A line of the log in words")
struct FlowRecordTests {
  @Test("what an install does is described in plain words")
  func life() {
    var life = Rehearsal(
      FlowSetup(
        asking: .event("article_read", count: 1), prePrompt: PrePromptPolicy(), delaySeconds: 1.5,
        consent: FlowSetup.ConsentSetup()))
    life.launch()
    life.record("article_read")
    life.wait(2)
    life.continuePrePrompt()
    life.answer(.deny)
    life.send(.consentEnded(isAccepted: false))
    let lines = life.records.map(\.description)
    for expected in [
      "process started [no ask pending, not determined, ad purposes open] → tell the status: not determined (R42)",
      "event article_read [ask delayed, not determined, ad purposes open] → start the ask timer, 1.5 s (R143)",
      "ask timer fired [pre-prompt not answered, not determined, ad purposes open, pre-prompt up]"
        + " → show the pre-prompt (R89)",
      "pre-prompt continued [request open, not determined, ad purposes open] → request permission (R81)",
      "consent refused [no ask pending, denied, ad purposes rejected for lack of permission]",
    ] {
      #expect(
        lines.contains { $0.drop { $0.isNumber }.dropFirst() == expected },
        "\(expected)\n\(lines.joined(separator: "\n"))"
      )
    }
  }

  @Test("no line shows a name of the source")
  func plain() {
    var source = EventSource(seed: 11)
    var odd: Set<String> = []
    for _ in 0..<40 {
      var session = FlowSession(FlowSetup.drawn(&source.random))
      var timers: [FlowSession.Timer] = []
      for _ in 0..<60 {
        let records = session.handle(source.event(timers: timers), at: source.moment())
        timers += records.timers
        for record in records {
          let line = record.description
          if line.contains("Optional") || line.contains("PromptFlow") || line.contains("_")
            || line.contains(/[a-z][A-Z]/)
          {
            odd.insert(line)
          }
        }
      }
    }
    #expect(odd == [])
  }
}
