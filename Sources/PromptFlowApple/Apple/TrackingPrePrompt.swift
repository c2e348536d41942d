#if canImport(SwiftUI) && !os(watchOS)
  public import SwiftUI

  /// The app's own screen before the alert: one button, "Continue", and no other exit.
  struct TrackingPrePrompt: View {
    let content: PrePromptContent
    let onContinue: @MainActor () -> Void

    /// The screen: the words scroll where the letters are large, and the button, the one exit, never leaves it.
    var body: some View {
      ScrollView { explanation }
        .safeAreaInset(edge: .bottom) { button }
        .interactiveDismissDisabled()  // R83: a swipe would be an exit
    }

    private var explanation: some View {
      VStack(spacing: 24) {
        Image(systemName: content.symbol)
          .font(.system(size: 56))
          .foregroundStyle(.tint)
          .accessibilityHidden(true)
        Text(verbatim: content.title)
          .font(.title.bold())
          .multilineTextAlignment(.center)
          .accessibilityAddTraits(.isHeader)
        Text(verbatim: content.explanation)
          .multilineTextAlignment(.center)
          .foregroundStyle(.secondary)
      }
      .frame(maxWidth: .infinity)
      .padding(32)
    }

    private var button: some View {
      Button(action: onContinue) {
        Text(LocalizedStringKey(InterfaceText.proceed), tableName: InterfaceText.table)
      }
      .buttonStyle(.borderedProminent)
      #if !os(tvOS)
        .controlSize(.large)
      #endif
      .padding(32)
    }
  }

  extension View {
    /// Shows the pre-prompt of a flow in this window, and tells the flow when it is gone.
    ///
    /// Nothing but the flow takes the screen away: not a swipe, and not a state of the view's.
    ///
    /// - Parameters:
    ///   - flow: the flow.
    ///   - content: what the screen says.
    public func trackingPrePrompt(of flow: TrackingFlow, content: PrePromptContent) -> some View {
      modifier(TrackingPrePromptSheet(flow: flow, content: content))
    }
  }

  private struct TrackingPrePromptSheet: ViewModifier {
    /// Stands for the window, for as long as that is there.
    private final class Place {}

    @ObservedObject var flow: TrackingFlow
    let content: PrePromptContent
    @State private var place = Place()

    func body(content view: Content) -> some View {
      view.sheet(
        isPresented: Binding(get: { flow.shown.prePrompt }, set: { _ in }),
        onDismiss: { flow.prePromptDidDisappear(from: place) }
      ) {
        TrackingPrePrompt(content: content) { flow.continuePrePrompt() }
          .onAppear { flow.prePromptDidAppear(in: place) }
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
