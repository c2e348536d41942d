/// One line of the log: what happened, how things stood after it, what the app did, and why.
///
/// An event that led to several actions has several records, one after the other; an event that led
/// to none has one without an action. Nothing in a record identifies an install.
public struct FlowRecord: Hashable, Sendable {
  /// The record's number in this process, from 1 and without gaps.
  public var number: Int
  /// What happened.
  public var event: FlowSession.Event
  /// How things stood when the action was decided.
  public var state: State
  /// What the app does; `nil` where the event led to nothing.
  public var action: FlowSession.Action?
  /// The tag of the rule that decided the action; `nil` without one.
  public var rule: String?

  /// How the flow stands, as far as a reader of the log asks.
  public struct State: Hashable, Sendable {
    /// The status as last read; `nil` where the system has none.
    public var status: AuthorizationStatus?
    /// Whether the app asks at all on this system.
    public var asksOnThisSystem: Bool
    /// Where the one pending ask stands.
    public var stage: AskStage
    /// How the ad purposes stand; `nil` without a consent layer.
    public var purposes: ConsentPurposes?
    /// Whether the install event is out; `nil` without an attribution SDK.
    public var isInstallSent: Bool?
    /// Which of the app's screens of this flow is up.
    public var screen: FlowSession.Screen
  }
}

/// Proves from a log that no consent layer came before the permission was settled.
///
/// It reads records alone and knows nothing of the machine that wrote them, so that a log from a
/// device in somebody's hand is judged like one from a test.
public enum ConsentOrderProof {
  /// The first record that shows a consent layer while the system's question was open, if any.
  ///
  /// The question is open while the status reads not determined on a system on which the app asks. An app whose
  /// consent layer may come first, or may open after a request without a decision, has none to prove.
  public static func firstViolation(in records: [FlowRecord]) -> FlowRecord? {
    records.first { record in
      guard case .showConsent? = record.action else { return false }
      return record.state.status == .notDetermined && record.state.asksOnThisSystem
    }
  }

  /// The first record that allows tracking without both a permission and, where there is a layer, its yes.
  public static func firstTrackingViolation(in records: [FlowRecord]) -> FlowRecord? {
    records.first { record in
      guard record.action == .setTracking(.allowed) else { return false }
      let permitted = record.state.status == nil || record.state.status == .authorized
      return !permitted || (record.state.purposes.map { $0 != .accepted } ?? false)
    }
  }
}
