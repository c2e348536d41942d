import PromptFlow
import Testing

@Suite("A line of the log in words")
struct FlowRecordTests {
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
