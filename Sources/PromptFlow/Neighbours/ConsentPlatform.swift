/// A consent platform (CMP), as far as it has a turn in the flow.
///
/// Each call returns when it is over: the flow opens nothing while something
/// else is up, and tells nobody before the person is through.
@MainActor
public protocol ConsentPlatform: AnyObject {
  /// Rejects the ad purposes and their vendors, without a screen; returns once that is stored.
  func rejectAdPurposes() async

  /// Opens the layer where it has something to ask; returns when the person is through, or at once, and not on an error.
  ///
  /// - Parameter asksToTrack: whether its words may ask for tracking. Where not, the app's rejection comes before: a vendor
  ///   that takes that for an answer to the other purposes too is opened by force.
  func open(asksToTrack: Bool) async

  /// Opens the layer even where it has nothing to ask; otherwise as the first time.
  ///
  /// The person wants to see it, or has the permission again: a vendor takes the app's rejection for an answer.
  func reopen(asksToTrack: Bool) async

  /// Whether the ad purposes stand accepted, as the platform has it stored; read at every event, where a no counts.
  var acceptsAdPurposes: Bool { get }
}
