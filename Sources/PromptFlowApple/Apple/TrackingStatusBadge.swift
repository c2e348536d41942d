#if canImport(SwiftUI)
  public import PromptFlow
  public import SwiftUI

  /// The status in a capsule: one of five labels, coloured, with a sentence for VoiceOver.
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

    /// The badge.
    public var body: some View {
      Label(LocalizedStringKey(presentation.label), systemImage: "hand.raised.fill")
        .foregroundStyle(color)
        .padding(.horizontal, 14)
        .padding(.vertical, 8)
        .background(color.opacity(0.12), in: Capsule())
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(LocalizedStringKey(presentation.accessibilityLabel)))
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
