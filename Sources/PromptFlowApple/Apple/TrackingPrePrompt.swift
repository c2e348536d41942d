#if canImport(SwiftUI)
  public import PromptFlow
  public import SwiftUI

  /// The app's own screen before the alert: one button, "Continue", and no other exit (R81–R83).
  ///
  /// Show it only while the status is not determined (R89) and the app is active,
  /// most simply with `trackingPrePrompt(isPresented:content:onContinue:)`.
  public struct TrackingPrePrompt: View {
    private let content: PrePromptContent
    private let onContinue: @MainActor () async -> Void
    @State private var isContinuing = false

    /// - Parameters:
    ///   - content: what the screen says.
    ///   - onContinue: asks; the button rests until it returns.
    public init(content: PrePromptContent, onContinue: @escaping @MainActor () async -> Void) {
      self.content = content
      self.onContinue = onContinue
    }

    /// The screen: the words scroll where the letters are large, and the button, the one exit, never leaves it.
    public var body: some View {
      ScrollView { explanation }
        .safeAreaInset(edge: .bottom) { button }
        .interactiveDismissDisabled()  // R83: a swipe would be an exit
        .onAppear { isContinuing = false }
    }

    private var explanation: some View {
      VStack(spacing: 24) {
        Image(systemName: content.symbol)
          .font(.system(size: 56))
          .foregroundStyle(.tint)
          .accessibilityHidden(true)
        Text(LocalizedStringKey(content.title))
          .font(.title.bold())
          .multilineTextAlignment(.center)
          .accessibilityAddTraits(.isHeader)
        Text(LocalizedStringKey(content.explanation))
          .multilineTextAlignment(.center)
          .foregroundStyle(.secondary)
      }
      .frame(maxWidth: .infinity)
      .padding(32)
    }

    private var button: some View {
      Button(LocalizedStringKey(PrePromptContent.button)) {
        guard !isContinuing else { return }
        isContinuing = true
        Task {
          await onContinue()
          isContinuing = false
        }
      }
      .buttonStyle(.borderedProminent)
      #if !os(tvOS)
        .controlSize(.large)
      #endif
      .padding(32)
    }
  }

  extension View {
    /// Shows the pre-prompt of a flow, and tells the flow when it is gone.
    ///
    /// Nothing but the flow takes the screen away: not a swipe, and not a state of the view's.
    ///
    /// - Parameters:
    ///   - flow: the flow, which the view observes.
    ///   - content: what the screen says.
    public func trackingPrePrompt<System: TrackingAuthorization, Store: StateStore>(
      of flow: TrackingFlow<System, Store>, content: PrePromptContent
    ) -> some View {
      sheet(
        isPresented: Binding(get: { flow.shown.prePrompt }, set: { _ in }),
        onDismiss: { flow.prePromptDidDisappear() }
      ) {
        TrackingPrePrompt(content: content) { flow.continuePrePrompt() }
      }
    }

    /// Shows the pre-prompt, and takes it away when the request has ended.
    ///
    /// - Parameters:
    ///   - isPresented: whether it is up.
    ///   - content: what it says.
    ///   - onContinue: asks, and returns when the request has ended, whatever its outcome.
    public func trackingPrePrompt(
      isPresented: Binding<Bool>, content: PrePromptContent,
      onContinue: @escaping @MainActor () async -> Void
    ) -> some View {
      sheet(isPresented: isPresented) {
        TrackingPrePrompt(content: content) {
          await onContinue()
          isPresented.wrappedValue = false
        }
      }
    }
  }

  struct TrackingPrePromptPreviews: PreviewProvider {
    static var previews: some View {
      TrackingPrePrompt(
        content: PrePromptContent(
          title: "Ads about what you read",
          explanation: "Your answer lets us show ads about topics you read here, for example local concerts, "
            + "and count which ads worked. You can change it in Settings at any time.")
      ) {}
    }
  }
#endif
