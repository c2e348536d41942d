#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
  public import PromptFlow
  public import SwiftUI

  import Foundation
  import UIKit

  /// What a person who denied tracking finds in the app's preferences: the fact, and the way back if there is one.
  ///
  /// The button to the app's page in Settings is there only where that page has a switch. It belongs on a screen that
  /// the person opened, not in the way of one who has just said no.
  public struct TrackingDeniedView: View {
    private let recovery: SettingsRecovery
    @Environment(\.openURL) private var openURL

    /// - Parameter recovery: the flow's ``TrackingFlow/Shown/settingsRecovery``.
    public init(recovery: SettingsRecovery) { self.recovery = recovery }

    /// The view.
    public var body: some View {
      VStack(spacing: 12) {
        text(InterfaceText.denied).font(.subheadline).foregroundStyle(.secondary)
        switch recovery {
        case .nowhere: EmptyView()
        case .trackingPage: way(InterfaceText.trackingPage(on: .current))
        case .eitherPage: way(InterfaceText.eitherPage(on: .current))
        case .appPage:
          Button {
            guard let url = URL(string: UIApplication.openSettingsURLString) else { return }
            openURL(url)
          } label: {
            text(InterfaceText.openSettings)
          }
          .buttonStyle(.borderedProminent)
        }
      }
    }

    private func text(_ key: String) -> Text { Text(LocalizedStringKey(key), tableName: InterfaceText.table) }

    private func way(_ key: String) -> some View {
      text(key).font(.footnote).foregroundStyle(.secondary).multilineTextAlignment(.center)
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
