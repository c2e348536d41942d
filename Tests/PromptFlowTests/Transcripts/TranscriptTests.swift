import PromptFlow
import Testing

@Suite("Conformance transcripts")
struct TranscriptTests {
  @Test("R19, R23, R29, R33, R52, R53: the system does what its transcripts say")
  func systemReplays() throws { try Machines.system.check() }

  @Test("R81, R89, R140, R145: an app asks as its transcripts say")
  func flowReplays() throws { try Machines.flow.check() }

  @Test("R118, R119, R123, R126: a gate waits as its transcripts say")
  func gateReplays() throws { try Machines.gate.check() }

  @Test("R101, R103, R104, R107, R109: a consent layer comes as its transcripts say")
  func consentReplays() throws { try Machines.consent.check() }

  // How a story ends is written beside it by hand; its title begins with the rules that a failure is a failure of.
  @Test("a story of the system ends as its rule says", arguments: SystemStories.all)
  func systemTells(story: Story) throws { try Machines.system.tell(story) }

  @Test("a story of an app's asking ends as its rule says", arguments: FlowStories.all)
  func flowTells(story: Story) throws { try Machines.flow.tell(story) }

  @Test("a story of a gate ends as its rule says", arguments: GateStories.all)
  func gateTells(story: Story) throws { try Machines.gate.tell(story) }

  @Test("a story of a consent layer ends as its rule says", arguments: ConsentStories.all)
  func consentTells(story: Story) throws { try Machines.consent.tell(story) }

  @Test("every rule that a machine's source names has a story")
  func complete() throws {
    #expect(try Machines.system.unshown() == [])
    #expect(try Machines.flow.unshown() == [])
    #expect(try Machines.gate.unshown() == [])
    #expect(try Machines.consent.unshown() == [])
  }
}
