import PromptFlow
import Testing

@Suite("What the module's front page shows")
struct DocumentationTests {
  @Test("R19, R23, R27: the example of the front page does what its comments say")
  func overview() {
    var system = SystemPermission(rules: SystemRules(.modern), device: TrackingDevice())
    _ = system.handle(.processStarted)
    #expect(system.handle(.requested) == .complete(.notDetermined, .notActive))
    _ = system.handle(.activated)
    #expect(system.handle(.requested) == .present(.tracking))
    #expect(system.handle(.answered(.allow)) == .settle)
    #expect(system.status == .authorized)
  }
}
