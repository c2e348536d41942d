import Foundation
import PromptFlow
import PromptFlowApple
import Testing

@Suite("What the screens show")
struct PresentationTests {
  @Test(
    "R1, R2: five labels, with their tone",
    arguments: [
      (AuthorizationStatus.authorized, "Authorized", StatusPresentation.Tone.permitted),
      (.denied, "Denied", .refused), (.restricted, "Restricted", .restricted),
      (.notDetermined, "Not Determined", .quiet), (.unknown(9), "Unknown", .quiet),
    ])
  func labels(status: AuthorizationStatus, label: String, tone: StatusPresentation.Tone) {
    let shown = StatusPresentation(status)
    #expect(shown.label == label)
    #expect(shown.tone == tone)
    #expect(InterfaceText.all.contains(label))
  }

  @Test("the string catalogue has every text that a person reads or hears, and no other")
  func catalogue() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("Sources/PromptFlowApple/PromptFlow.xcstrings")
    let catalogue = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let strings = try #require(catalogue?["strings"] as? [String: Any])
    #expect(Set(strings.keys) == InterfaceText.all)
  }

  @Test("R10: a system without the permission shows as unknown")
  func noPermission() {
    #expect(StatusPresentation(nil) == StatusPresentation(.unknown(4)))
  }

  @Test("R66: the identifier is written as SDKs take it, zeros included")
  func identifier() {
    #expect(AdvertisingIdentifier.zeros.uuidString == "00000000-0000-0000-0000-000000000000")
    let identifier = AdvertisingIdentifier(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10)
    #expect(identifier.uuidString == "01020304-0506-0708-090A-0B0C0D0E0F10")
  }
}
