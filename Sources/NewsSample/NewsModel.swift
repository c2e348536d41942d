public import PromptFlow
public import PromptFlowApple

#if canImport(Combine)
  public import Combine
#endif

/// A news app that asks after the third article.
///
/// Everything that is not drawing: which ads are shown, what an article read means.
/// Every article can be read whatever the answer. There is one in the app, whatever number of windows it has.
@MainActor
public final class NewsModel {
  #if canImport(Combine)
    /// Tells SwiftUI that something a view reads here has changed.
    public nonisolated(unsafe) let objectWillChange = ObservableObjectPublisher()
  #endif

  /// The flow.
  public let flow: TrackingFlow
  /// The consent platform.
  public let consent: SampleConsent
  private var observation: FlowObservation?

  /// The event that the strategy counts.
  public static var articleRead: CountedEvent { "article_read" }

  /// After the third article, with a pre-prompt that leads to the alert and nowhere else.
  ///
  /// The consent layer waits for the alert, so people who never finish three articles are never shown it: they see ads
  /// that go with the page, and attribution does not start for them. Nothing here needs consent before that. An app that
  /// needs it opens the layer first (`ConsentSetup(order: .beforeATT)`).
  ///
  /// An app that ran an experiment reads this from the file that `att-lab export --table strategy` wrote.
  public static var setup: FlowSetup {
    FlowSetup(
      asking: .event(articleRead, count: 3), prePrompt: PrePromptPolicy(), settingsLink: .inPreferences,
      // Started when both questions are answered: nothing of it can track before.
      attribution: FlowSetup.AttributionSetup(waitSeconds: 120, start: .afterConsent))
  }

  /// What the pre-prompt says: a use and an example, no reward, no word of "allow".
  public static var prePrompt: PrePromptContent {
    PrePromptContent(
      symbol: "newspaper", title: "Ads about what you read",
      explanation: "Your answer to the next question decides whether ads here may follow topics you read, "
        + "for example local concerts, and whether we may count which of them worked. "
        + "Every article stays open either way.")
  }

  /// The model around the one flow of the app, which was made with the platform.
  public init(flow: TrackingFlow, consent: SampleConsent) {
    self.flow = flow
    self.consent = consent
    observation = flow.observe { [weak self] _ in self?.changed() }
    consent.onChange = { [weak self] in self?.changed() }
  }

  /// Which ads are served: some always are.
  public enum Ads { case personalized, contextual }
  /// Which ads are served now.
  public var ads: Ads { flow.shown.tracksPerson ? .personalized : .contextual }

  /// The person read an article to its end.
  public func finish(_ article: Article) { flow.record(Self.articleRead) }

  private func changed() {
    #if canImport(Combine)
      objectWillChange.send()
    #endif
  }
}

#if canImport(Combine)
  extension NewsModel: ObservableObject {}
#endif
