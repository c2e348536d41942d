#if canImport(AppTrackingTransparency) && canImport(AdSupport) && canImport(UIKit) && canImport(SwiftUI) && !os(watchOS)
  import PromptFlow
  import PromptFlowApple
  public import SwiftUI

  extension NewsModel {
    /// The sample on this device, started.
    ///
    /// A state object of the `App`: one made by a view would be another one in each window.
    public static func live() -> NewsModel {
      let consent = SampleConsent()
      return NewsModel(
        flow: .live(setup, consent: consent, attribution: [SampleAttribution()]), consent: consent)
    }
  }

  /// A window with the front page, and whatever the flow puts over it.
  ///
  /// A whole app is this and an Info.plist with the usage string:
  ///
  /// ```swift
  /// @main
  /// struct NewsApp: App {
  ///   @StateObject private var model = NewsModel.live()
  ///
  ///   var body: some Scene {
  ///     WindowGroup { NewsRoot(model: model) }
  ///   }
  /// }
  /// ```
  public struct NewsRoot: View {
    @ObservedObject private var model: NewsModel

    /// A window of the sample.
    public init(model: NewsModel) { self.model = model }

    /// The front page.
    public var body: some View {
      FrontPage(model: model)
        .onAppear { model.flow.viewAppeared() }
        .trackingPrePrompt(of: model.flow, content: NewsModel.prePrompt)
        .sheet(item: Binding(get: { model.consent.layer }, set: { _ in })) { layer in
          ConsentSheet(consent: model.consent, asks: layer == .allPurposes)
        }
    }
  }

  struct FrontPage: View {
    @ObservedObject var model: NewsModel

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
    @ObservedObject var model: NewsModel

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
    @ObservedObject var model: NewsModel

    var body: some View {
      TrackingStatusBadge(status: model.flow.shown.status)
      if model.flow.shown.settingsRow {
        TrackingDeniedView(recovery: model.flow.shown.settingsRecovery)
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
