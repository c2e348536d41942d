#if canImport(SwiftUI) && !os(watchOS)
  public import PromptFlow
  public import SwiftUI

  /// The status in a capsule: one of five labels, a coloured symbol, and a sentence for VoiceOver.
  ///
  /// The colour is the symbol's alone. The words are in the colour of text, which is legible on the tint in either
  /// appearance, where green or orange on itself is not.
  public struct TrackingStatusBadge: View {
    private let presentation: StatusPresentation

    /// The badge of a status.
    public init(status: AuthorizationStatus?) { presentation = StatusPresentation(status) }

    private var color: Color {
      switch presentation.tone {
      case .permitted: .green
      case .refused: .red
      case .restricted: .orange
      case .quiet: .secondary
      }
    }

    private var label: Text {
      Text(LocalizedStringKey(presentation.label), tableName: InterfaceText.table)
    }

    /// The badge.
    public var body: some View {
      Label {
        label.foregroundStyle(.primary)
      } icon: {
        Image(systemName: "hand.raised.fill").foregroundStyle(color)
      }
      .padding(.horizontal, 14)
      .padding(.vertical, 8)
      .background(color.opacity(0.12), in: Capsule())
      .accessibilityElement(children: .ignore)
      .accessibilityLabel(Text("Tracking status: \(label)", tableName: InterfaceText.table))
    }
  }

  struct TrackingStatusBadgePreviews: PreviewProvider {
    static var previews: some View {
      VStack(spacing: 12) {
        TrackingStatusBadge(status: .authorized)
        TrackingStatusBadge(status: .denied)
        TrackingStatusBadge(status: .restricted)
        TrackingStatusBadge(status: .notDetermined)
        TrackingStatusBadge(status: .unknown(7))
      }
    }
  }
#endif
