#if canImport(SwiftUI)
  public import PromptFlow
  public import SwiftUI

  import Foundation

  #if canImport(UIKit)
    import UIKit
  #endif

  /// What a person who denied tracking finds in the app's preferences.
  ///
  /// The fact, and the way back if there is one.
  ///
  /// The button to the app's page in Settings is there only where that page has a
  /// switch (R39, R40). It belongs on a screen that the person opened, not in the
  /// way of one who has just said no.
  public struct TrackingDeniedView: View {
    private let recovery: SettingsRecovery
    @Environment(\.openURL) private var openURL

    /// - Parameter recovery: the manager's ``TrackingManager/settingsRecovery``.
    public init(recovery: SettingsRecovery) { self.recovery = recovery }

    /// The view.
    public var body: some View {
      VStack(spacing: 12) {
        Text("Tracking permission denied.")
          .font(.subheadline)
          .foregroundStyle(.secondary)
        switch recovery {
        case .nowhere: EmptyView()
        case .trackingPage:
          Text(
            "To change this, turn on “Allow Apps to Request to Track” in Settings, Privacy & Security, Tracking."
          )
          .font(.footnote)
          .foregroundStyle(.secondary)
          .multilineTextAlignment(.center)
        case .eitherPage:
          Text(
            """
            To change this, look for this app in Settings, or turn on “Allow Apps to Request to Track” in \
            Settings, Privacy & Security, Tracking.
            """
          )
          .font(.footnote)
          .foregroundStyle(.secondary)
          .multilineTextAlignment(.center)
        case .appPage:
          #if canImport(UIKit) && !os(watchOS)
            Button("Open Settings") {
              guard let url = URL(string: UIApplication.openSettingsURLString) else { return }
              openURL(url)
            }
            .buttonStyle(.borderedProminent)
          #endif
        }
      }
    }
  }

  struct TrackingDeniedViewPreviews: PreviewProvider {
    static var previews: some View {
      TrackingDeniedView(recovery: .appPage).previewDisplayName("Denied by an answer")
      TrackingDeniedView(recovery: .trackingPage).previewDisplayName("Denied by the device's switch")
      TrackingDeniedView(recovery: .eitherPage).previewDisplayName("Denied before the app had this view")
      TrackingDeniedView(recovery: .nowhere).previewDisplayName("Restricted")
    }
  }
#endif
