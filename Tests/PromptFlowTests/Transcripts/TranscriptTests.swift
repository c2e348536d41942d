import PromptFlow
import Testing

@Suite("Conformance transcripts")
struct TranscriptTests {
  // The argument's title begins with the rules that a failure is a failure of.
  @Test(
    "the system does what a transcript says, and a story of it ends as its rule says",
    arguments: Machines.system.transcripts)
  func system(story: Transcript) { Machines.system.replay(story) }

  @Test("so does an app's asking", arguments: Machines.flow.transcripts)
  func flow(story: Transcript) { Machines.flow.replay(story) }

  @Test("so does a gate", arguments: Machines.gate.transcripts)
  func gate(story: Transcript) { Machines.gate.replay(story) }

  @Test("so does a consent layer", arguments: Machines.consent.transcripts)
  func consent(story: Transcript) { Machines.consent.replay(story) }

  @Test("every rule that a machine's source names has a story, and the files are as they are recorded")
  func complete() throws {
    try Machines.system.check()
    try Machines.flow.check()
    try Machines.gate.check()
    try Machines.consent.check()
  }
}
