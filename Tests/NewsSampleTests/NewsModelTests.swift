import NewsSample
import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("The sample news app")
struct NewsModelTests {
  private let device = RehearsedDevice()
  private let attribution = SampleAttribution()
  private var system: StandInSystem { device.system }

  /// The app of a process that has been launched.
  private func launched(consent: SampleConsent = SampleConsent()) async -> NewsModel {
    let model = NewsModel(
      flow: device.makeFlow(NewsModel.setup, consent: consent, attribution: [attribution]), consent: consent)
    await device.launch(model.flow)
    return model
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

  private func read(_ count: Int, in model: NewsModel) async {
    for article in Article.frontPage.prefix(count) {
      model.finish(article)
      await device.settle()
    }
  }

  @Test(
    "R143, R81, R103: three articles, Continue, Allow, yes: personalised ads, and only then the SDK starts"
  )
  func allowed() async {
    let model = await launched()
    #expect(attribution.waitSeconds == nil)
    await read(2, in: model)
    #expect(!model.flow.shown.prePrompt)
    await read(1, in: model)
    #expect(model.flow.shown.prePrompt)
    proceed(model)
    await device.answer(.allow)
    #expect(model.consent.layer == .allPurposes)
    #expect(model.ads == .contextual)
    #expect(attribution.waitSeconds == nil)
    model.consent.close(acceptsAds: true)
    await device.settle()
    #expect(model.ads == .personalized)
    #expect(attribution.installCarriesIdentifier == true)
    #expect(attribution.tracks)
    #expect(!model.flow.shown.settingsRow)
  }

  @Test(
    "R104, R111, R85: a denial leaves every article, contextual ads, and a layer that does not ask to track")
  func denied() async {
    let model = await launched(consent: SampleConsent(acceptsAdPurposes: true))
    await read(3, in: model)
    proceed(model)
    await device.answer(.deny)
    #expect(model.consent.layer == .otherPurposes)
    #expect(!model.consent.acceptsAdPurposes)
    model.consent.close(acceptsAds: true)
    await device.settle()
    #expect(model.ads == .contextual)
    #expect(attribution.installCarriesIdentifier == false)
    #expect(model.flow.shown.settingsRow, "a quiet row, where it leads somewhere (R39)")
    await read(5, in: model)
    #expect(isFree(model) && system.requests == 1)
  }

  @Test("R89: where the device's switch is off there is no pre-prompt, no alert and no dead end")
  func switchedOff() async {
    system.switchForAllApps = false
    let model = await launched()
    #expect(model.consent.layer == .otherPurposes)
    model.consent.close(acceptsAds: false)
    await read(5, in: model)
    #expect(isFree(model))
    #expect(system.alertsShown == 0)
    #expect(!model.flow.shown.settingsRow)
  }

  @Test("R29, R143: articles are counted over launches, and the question is asked once in all")
  func countsOverLaunches() async {
    let first = await launched()
    await read(2, in: first)
    let second = await launched()
    await read(1, in: second)
    #expect(second.flow.shown.prePrompt)
    proceed(second)
    await device.answer(.deny)
    let third = await launched()
    await read(5, in: third)
    #expect(!third.flow.shown.prePrompt)
    #expect(system.alertsShown == 1)
  }

  @Test("R115, R42: choices can be reopened, and a change in Settings is seen at the next activation")
  func laterChanges() async {
    let model = await launched()
    await read(3, in: model)
    proceed(model)
    await device.answer(.allow)
    model.consent.close(acceptsAds: false)
    await device.settle()
    #expect(model.ads == .contextual)
    let reopened = Task { await model.flow.reopenConsent() }
    await device.settle()
    model.consent.close(acceptsAds: true)
    _ = await reopened.value
    #expect(model.ads == .personalized)
    await device.changeInSettings(isOn: false)
    #expect(model.ads == .contextual)
    #expect(!model.consent.acceptsAdPurposes)
  }
}
