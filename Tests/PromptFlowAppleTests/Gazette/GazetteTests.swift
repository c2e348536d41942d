import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

/// One device with an install of the app on it.
@MainActor
private struct Life {
  let device = RehearsedDevice()
  let consent = StandInConsent()
  let sdk = StandInSDK()
  private let make: any Gazette.Type

  init(_ make: any Gazette.Type) { self.make = make }

  func launch() async -> any Gazette {
    let app = make.init(device, consent: consent, sdk: sdk)
    await device.launch { app.lifeCycle($0) }
    return app
  }

  func launchInBackground() async -> any Gazette {
    let app = make.init(device, consent: consent, sdk: sdk)
    await device.launchInBackground { app.lifeCycle($0) }
    return app
  }

  /// Launched, and three articles read.
  func reader() async -> any Gazette {
    let app = await launch()
    await read(3, app)
    return app
  }

  func read(_ count: Int, _ app: any Gazette) async {
    for _ in 0..<count { app.read() }
    await device.settle()
  }

  /// The one button, and the answer.
  func answer(_ answer: AlertAnswer?, _ app: any Gazette) async {
    app.proceed()
    await device.settle()
    await device.answer(answer)
  }
}

/// What a device does to the app, and whether the app does what it should.
private enum Scenario: String, CaseIterable {
  case coldLaunch, otherAlert, lostRequest, away, allowed, denied, restricted, futureStatus, settings,
    relaunch
  case earlyCallback, deviceSwitch, handlerNeverComes, silentPush, noScenes, activeLate, twoWindows

  @MainActor
  func holds(_ make: any Gazette.Type) async -> Bool {
    let life = Life(make)
    let (device, consent, sdk) = (life.device, life.consent, life.sdk)
    switch self {
    case .coldLaunch:
      let app = await life.launch()
      await life.read(2, app)
      return !app.showsPrePrompt && device.system.requests == 0
        && sdk.calls == [.tracking(false), .start(waitSeconds: 120)]
    case .otherAlert:
      let app = await life.launch()
      await device.showOtherAlert()
      await life.read(3, app)
      guard !app.showsPrePrompt else { return false }
      await device.closeOtherAlert()
      guard app.showsPrePrompt else { return false }
      await life.answer(.allow, app)
      return device.system.requests == 1 && device.system.recorded == .granted
    case .lostRequest:
      let app = await life.reader()
      await life.answer(nil, app)
      return !app.showsPrePrompt && device.system.alertsShown == 2
    case .away:
      let app = await life.reader()
      await device.leave(for: 60)
      guard app.showsPrePrompt else { return false }
      await device.leave(for: 3600)
      if app.showsPrePrompt { app.proceed() }
      await device.settle()
      return device.isAlertUp || !app.showsPrePrompt
    case .allowed:
      let app = await life.reader()
      await life.answer(.allow, app)
      guard consent.calls == [.open(asksToTrack: true)], !app.tracks else { return false }
      await consent.close(accepts: true)
      return app.tracks && sdk.calls.last == .tracking(true)
    case .denied:
      let app = await life.reader()
      await life.answer(.deny, app)
      guard consent.calls == [.reject, .open(asksToTrack: false)] else { return false }
      await consent.close(accepts: false)
      return !app.tracks && app.offersSettings
    case .restricted:
      device.system.profileLocksTracking = true
      let app = await life.reader()
      return !app.showsPrePrompt && device.system.requests == 0 && !app.offersSettings
    case .futureStatus:
      device.system.statusOfFuture = .unknown(7)
      let app = await life.reader()
      return !app.showsPrePrompt && device.system.requests == 0 && !app.tracks
    case .settings:
      let app = await life.reader()
      await life.answer(.allow, app)
      await consent.close(accepts: true)
      await device.changeInSettings(isOn: false)
      return !app.tracks && !consent.acceptsAdPurposes
    case .relaunch:
      _ = await life.reader()
      let second = await life.launch()
      await life.read(1, second)
      guard second.showsPrePrompt else { return false }
      second.proceed()
      await device.settle()
      _ = await life.launch()
      return device.isAlertUp && device.system.answersRecorded == 0
    case .earlyCallback:
      device.system.callsBackEarly = true
      let app = await life.reader()
      app.proceed()
      await device.settle()
      guard consent.calls.isEmpty, device.isAlertUp else { return false }
      await device.answer(.allow)
      return consent.calls == [.open(asksToTrack: true)]
    case .deviceSwitch:
      device.system.switchForAllApps = false
      let app = await life.reader()
      return !app.showsPrePrompt && !app.offersSettings
    case .handlerNeverComes:
      device.system.forgetsHandlers = true
      let app = await life.reader()
      await life.answer(nil, app)
      device.system.forgetsHandlers = false
      for _ in 1...3 { await device.leave(for: 3600) }
      return device.isAlertUp || app.showsPrePrompt
    case .silentPush:
      _ = await life.launchInBackground()
      await device.wait(60)
      return !sdk.calls.contains(.start(waitSeconds: 120))
    case .noScenes:
      device.system.hasScenes = false
      let app = await life.reader()
      return app.showsPrePrompt && sdk.calls.contains(.start(waitSeconds: 120))
    case .activeLate:
      device.system.becomesActiveLate = true
      let app = await life.reader()
      await device.wait(0.1)
      return app.showsPrePrompt
    case .twoWindows:
      let app = await life.launch()
      app.lifeCycle(.viewAppeared)
      app.lifeCycle(.activated)
      await life.read(3, app)
      await life.answer(.allow, app)
      return device.system.requests == 1
    }
  }
}

@MainActor
@Suite("One app written twice, on one device")
struct GazetteTests {
  @Test(
    "around the flow, and around the controller in glue of the app's own, everything is right",
    arguments: Scenario.allCases)
  fileprivate func isRight(scenario: Scenario) async {
    #expect(await scenario.holds(FlowGazette.self))
    #expect(await scenario.holds(ControllerGazette.self))
  }
}
