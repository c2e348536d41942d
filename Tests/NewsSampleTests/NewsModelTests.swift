import NewsSample
import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("The sample news app")
struct NewsModelTests {
  private let system = StandInSystem()
  private let store = InMemoryStateStore()
  private let attribution = SampleAttribution()

  private func makeModel(consent: SampleConsent = SampleConsent()) -> NewsModel {
    NewsModel(
      flow: TrackingFlow(
        NewsModel.setup, system: system, store: store, clock: ManualClock(), consent: consent,
        attribution: [attribution]),
      consent: consent)
  }

  private func launch(_ model: NewsModel) async {
    system.launch()
    model.flow.start()
    system.enterForeground()
    model.flow.applicationWillEnterForeground()
    model.flow.viewAppeared()
    await activate(model)
  }

  /// Whether nothing is over the front page.
  private func isFree(_ model: NewsModel) -> Bool {
    !model.flow.shown.prePrompt && model.consent.layer == nil
  }

  /// The pre-prompt's one button, and the end of its sheet.
  private func proceed(_ model: NewsModel) {
    model.flow.prePromptDidAppear(in: model)
    model.flow.continuePrePrompt()
    model.flow.prePromptDidDisappear(from: model)
  }

  private func activate(_ model: NewsModel) async {
    system.activate()
    model.flow.applicationDidBecomeActive()
    await HeldCall.settle()
  }

  private func read(_ count: Int, in model: NewsModel) async {
    for article in Article.frontPage.prefix(count) {
      model.finish(article)
      await HeldCall.settle()
    }
  }

  @Test(
    "R143, R81, R103: three articles, Continue, Allow, yes: personalised ads, and only then the SDK starts"
  )
  func allowed() async {
    let model = makeModel()
    await launch(model)
    #expect(attribution.waitSeconds == nil)
    await read(2, in: model)
    #expect(!model.flow.shown.prePrompt)
    await read(1, in: model)
    #expect(model.flow.shown.prePrompt)
    proceed(model)
    system.allow()
    await HeldCall.settle()
    await activate(model)
    #expect(model.consent.layer == .allPurposes)
    #expect(model.ads == .contextual)
    #expect(attribution.waitSeconds == nil)
    model.consent.close(acceptsAds: true)
    await HeldCall.settle()
    #expect(model.ads == .personalized)
    #expect(attribution.installCarriesIdentifier == true)
    #expect(attribution.tracks)
    #expect(!model.flow.shown.settingsRow)
  }

  @Test(
    "R104, R111, R85: a denial leaves every article, contextual ads, and a layer that does not ask to track")
  func denied() async {
    let model = makeModel(consent: SampleConsent(acceptsAdPurposes: true))
    await launch(model)
    await read(3, in: model)
    proceed(model)
    system.deny()
    await HeldCall.settle()
    await activate(model)
    #expect(model.consent.layer == .otherPurposes)
    #expect(!model.consent.acceptsAdPurposes)
    model.consent.close(acceptsAds: true)
    await HeldCall.settle()
    #expect(model.ads == .contextual)
    #expect(attribution.installCarriesIdentifier == false)
    #expect(model.flow.shown.settingsRow, "a quiet row, where it leads somewhere (R39)")
    await read(5, in: model)
    #expect(isFree(model) && system.requests == 1)
  }

  @Test("R89: where the device's switch is off there is no pre-prompt, no alert and no dead end")
  func switchedOff() async {
    system.switchForAllApps = false
    let model = makeModel()
    await launch(model)
    #expect(model.consent.layer == .otherPurposes)
    model.consent.close(acceptsAds: false)
    await read(5, in: model)
    #expect(isFree(model))
    #expect(system.alertsShown == 0)
    #expect(!model.flow.shown.settingsRow)
  }

  @Test("R29, R143: articles are counted over launches, and the question is asked once in all")
  func countsOverLaunches() async {
    let first = makeModel()
    await launch(first)
    await read(2, in: first)
    let second = makeModel()
    await launch(second)
    await read(1, in: second)
    #expect(second.flow.shown.prePrompt)
    proceed(second)
    system.deny()
    await HeldCall.settle()
    let third = makeModel()
    await launch(third)
    await read(5, in: third)
    #expect(!third.flow.shown.prePrompt)
    #expect(system.alertsShown == 1)
  }

  @Test("R115, R42: choices can be reopened, and a change in Settings is seen at the next activation")
  func laterChanges() async {
    let model = makeModel()
    await launch(model)
    await read(3, in: model)
    proceed(model)
    system.allow()
    await HeldCall.settle()
    await activate(model)
    model.consent.close(acceptsAds: false)
    await HeldCall.settle()
    #expect(model.ads == .contextual)
    let reopened = Task { await model.flow.reopenConsent() }
    await HeldCall.settle()
    model.consent.close(acceptsAds: true)
    _ = await reopened.value
    #expect(model.ads == .personalized)
    system.turnAppSwitch(on: false)
    await activate(model)
    #expect(model.ads == .contextual)
    #expect(!model.consent.acceptsAdPurposes)
  }
}
