public import PromptFlow

extension SystemVersion {
  /// The class of a version of iOS or iPadOS (R10, R50–R58).
  ///
  /// iOS 17.4 is 17.4.0 and 17.4.1, before its defect was mended in 17.5 (R54, R56). A version not yet
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
}
