public import PromptFlow

/// Stands in for a vendor's consent platform: a layer with one question, kept in memory.
///
/// A real one is a few lines around the vendor's calls: `rejectPurposes`, `checkAndOpen`, `forceOpen`,
/// each returning in its completion handler.
@MainActor
public final class SampleConsent: ConsentPlatform {
  /// What the layer is up for.
  public enum Layer: Hashable, Sendable, Identifiable {
    /// Ad purposes and the others.
    case allPurposes
    /// The others only: tracking is not asked for after a denial.
    case otherPurposes

    /// Itself: one layer is up at a time.
    public var id: Self { self }
  }

  /// The layer on screen; `nil` without one.
  public private(set) var layer: Layer?
  /// Whether the ad purposes are accepted.
  public private(set) var acceptsAdPurposes: Bool
  /// Called at every change.
  public var onChange: @MainActor () -> Void = {}

  private var closed: [CheckedContinuation<Void, Never>] = []

  /// A platform that nobody has answered.
  public init(acceptsAdPurposes: Bool = false) { self.acceptsAdPurposes = acceptsAdPurposes }

  /// Rejects the ad purposes without a screen.
  public func rejectAdPurposes() async {
    acceptsAdPurposes = false
    onChange()
  }

  /// Opens the layer.
  public func open(asksToTrack: Bool) async { await show(asksToTrack ? .allPurposes : .otherPurposes) }

  /// Opens the layer again.
  public func reopen(asksToTrack: Bool) async { await open(asksToTrack: asksToTrack) }

  /// The person is through with the layer.
  ///
  /// - Parameter acceptsAds: their answer about the ad purposes, where they were asked.
  public func close(acceptsAds: Bool) {
    guard let shown = layer else { return }
    layer = nil
    if shown == .allPurposes { acceptsAdPurposes = acceptsAds }
    onChange()
    for opening in closed { opening.resume() }
    closed = []
  }

  private func show(_ shown: Layer) async {
    if layer == nil { layer = shown }
    onChange()
    await withCheckedContinuation { closed.append($0) }
  }
}
