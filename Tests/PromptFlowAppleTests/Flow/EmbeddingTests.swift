import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("What an engineer meets who embeds the library")
struct EmbeddingTests {
  private let device = RehearsedDevice()
  private let article: CountedEvent = "article_read"
  private var thirdArticle: FlowSetup {
    FlowSetup(asking: .event(article, count: 3), prePrompt: PrePromptPolicy())
  }

  @Test("R118: SDKs of which the setup says nothing start with the process and wait, or after consent")
  func sdkWithoutSetup() async {
    let sdk = StandInSDK()
    await device.launch(device.makeFlow(FlowSetup(asking: .launch), attribution: [sdk]))
    await device.answer(.allow)
    #expect(
      sdk.calls == [
        .tracking(false), .start(waitSeconds: 120), .tracking(true), .install(withIdentifier: true),
      ])
    let (other, consent, later) = (RehearsedDevice(), StandInConsent(), StandInSDK())
    await other.launch(other.makeFlow(FlowSetup(asking: .launch), consent: consent, attribution: [later]))
    await other.answer(.allow)
    #expect(later.calls == [.tracking(false)])
    await consent.close(accepts: true)
    #expect(later.calls.last == .install(withIdentifier: true))
  }

  @Test("R60: an app is covered until the last window is uncovered, as often as it was covered")
  func twoCovers() async {
    var windows = [StandInSDK(), StandInSDK()]  // any objects
    let flow = await device.launched(thirdArticle)
    for window in windows + windows.suffix(1) { flow.coverDidAppear(in: window) }
    for _ in 1...3 { flow.record(article) }
    await device.settle()
    for window in windows {
      flow.coverDidDisappear(from: window)
      #expect(!flow.shown.prePrompt)
    }
    flow.coverDidDisappear(from: windows[1])
    #expect(flow.shown.prePrompt)

    await device.leave(for: 3600)
    flow.leavePrePrompt()
    flow.coverDidAppear(in: windows[0])
    windows = []
    await device.leave(for: 3600)
    #expect(flow.shown.prePrompt, "a window that is gone covers nothing")
  }

  @Test("R22: another permission's alert brings no process to the front, neither as it comes nor as it goes")
  func alertOverBackground() async {
    var told: [RehearsedDevice.LifeCycle] = []
    await device.launchInBackground { told.append($0) }
    await device.showOtherAlert()
    #expect(device.system.appState == .background)
    await device.closeOtherAlert()
    #expect(device.system.appState == .background && told == [.processStarted])
  }

  @Test("R22: an app launched under an alert is in front of the person, and active when that is gone")
  func alertAtLaunch() async {
    for hasScenes in [true, false] {
      let device = RehearsedDevice()
      device.system.hasScenes = hasScenes
      await device.launch { if $0 == .processStarted { device.system.showOther() } }
      #expect(device.system.appState == .inactive)
      await device.closeOtherAlert()
      #expect(device.system.isActive)
    }
  }
}
