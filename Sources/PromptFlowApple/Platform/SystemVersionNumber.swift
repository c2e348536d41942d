public import PromptFlow

/// A system of Apple's that has App Tracking Transparency, each with version numbers of its own.
package enum ApplePlatform: CaseIterable, Sendable {
  /// iOS and iPadOS.
  case iOS
  /// With the numbers of iOS.
  case tvOS
  /// macOS, under Mac Catalyst or running an app made for iPad; it says its own version, not that of iOS.
  case macOS
  case visionOS
}

extension SystemVersion {
  /// The class of a version of iOS or iPadOS.
  ///
  /// iOS 17.4 is 17.4.0 and 17.4.1, before its defect was fixed in 17.5. A version not yet
  /// known behaves as the newest one does.
  public init(major: Int, minor: Int) {
    switch (major, minor) {
    case (..<14, _): self = .before14
    case (14, ..<5): self = .iOS14_0
    case (14, _): self = .iOS14_5
    case (17, 4): self = .iOS17_4
    case (_, _): self = .modern
    }
  }

  /// The class of a version of a platform: that of the version of iOS it came out with.
  ///
  /// macOS 11.0 to 11.2 came out with iOS 14.0 to 14.4, macOS 11.3 with 14.5, macOS 14.4 with 17.4. visionOS
  /// began after iOS 17.0; its 1.1 came out with 17.4.
  package init(major: Int, minor: Int, on platform: ApplePlatform) {
    switch platform {
    case .iOS, .tvOS: self.init(major: major, minor: minor)
    case .macOS:
      switch (major, minor) {
      case (..<11, _): self = .before14
      case (11, ..<3): self = .iOS14_0
      case (11, _): self = .iOS14_5
      case (14, 4): self = .iOS17_4
      case (_, _): self = .modern
      }
    case .visionOS: self = (major, minor) == (1, 1) ? .iOS17_4 : .modern
    }
  }
}
