#if canImport(AppTrackingTransparency) && canImport(AdSupport) && canImport(UIKit) && canImport(SwiftUI)
  import PromptFlow
  public import PromptFlowApple
  public import SwiftUI

  /// The model of the sample on a device.
  public typealias DeviceNewsModel = NewsModel<SystemTrackingAuthorization, DeviceStateStore>

  extension NewsModel where System == SystemTrackingAuthorization, Store == DeviceStateStore {
    /// The sample on this device, started.
    public static func live() -> NewsModel {
      let model = NewsModel(
        system: SystemTrackingAuthorization(), version: .current, store: .live(), memory: .live(),
        clock: DeviceClock())
      model.flow.followApplication()
      model.flow.start()
      return model
    }
  }

  /// The front page with whatever the flow puts over it.
  ///
  /// A whole app is this in a `WindowGroup` of an `App`, and an Info.plist with the usage string.
  public struct NewsRoot: View {
    @StateObject private var model = DeviceNewsModel.live()

    /// The sample.
    public init() {}

    /// The front page.
    public var body: some View {
      FrontPage(model: model)
        .onAppear { model.flow.viewAppeared() }
        .sheet(isPresented: isUp(.prePrompt), onDismiss: { model.prePromptDidDisappear() }) {
          TrackingPrePrompt(content: DeviceNewsModel.prePrompt) { model.continuePrePrompt() }
        }
        .sheet(isPresented: isUp(.consent(.allPurposes))) { ConsentSheet(consent: model.consent, asks: true) }
        .sheet(isPresented: isUp(.consent(.otherPurposes))) {
          ConsentSheet(consent: model.consent, asks: false)
        }
    }

    /// The model alone takes a screen away; a swipe cannot.
    private func isUp(_ screen: DeviceNewsModel.Screen) -> Binding<Bool> {
      Binding(get: { model.screen == screen }, set: { _ in })
    }
  }

  struct FrontPage: View {
    @ObservedObject var model: DeviceNewsModel

    var body: some View {
      NavigationView {
        List {
          ForEach(Article.frontPage) { article in
            NavigationLink(article.title) { ArticlePage(article: article, model: model) }
          }
          Section("Privacy") { PrivacyRows(model: model) }
        }
        .navigationTitle("News")
      }
    }
  }

  struct ArticlePage: View {
    let article: Article
    @ObservedObject var model: DeviceNewsModel

    var body: some View {
      ScrollView {
        VStack(alignment: .leading, spacing: 16) {
          Text(article.title).font(.title2.bold())
          Text(article.text)
          Text(
            model.ads == .personalized ? "An ad about concerts near you" : "An ad that goes with this article"
          )
          .font(.footnote)
          .foregroundStyle(.secondary)
        }
        .padding()
      }
      .onDisappear { model.finish(article) }
    }
  }

  struct PrivacyRows: View {
    @ObservedObject var model: DeviceNewsModel

    var body: some View {
      TrackingStatusBadge(status: model.flow.manager.status)
      if model.flow.manager.isDenied {
        TrackingDeniedView(recovery: model.flow.manager.settingsRecovery)
      }
      Button("Privacy choices") {
        Task { await model.flow.reopenConsent() }
      }
    }
  }

  struct ConsentSheet: View {
    let consent: SampleConsent
    let asks: Bool

    var body: some View {
      VStack(spacing: 16) {
        Text("How we use data").font(.title2.bold())
        if asks {
          Text("May ads follow what you read?")
          Button("Yes") { consent.close(acceptsAds: true) }
          Button("No") { consent.close(acceptsAds: false) }
        } else {
          Text("We count visits to see which articles work. You are not tracked for ads.")
          Button("Done") { consent.close(acceptsAds: false) }
        }
      }
      .padding(32)
      .interactiveDismissDisabled()
    }
  }
#endif
