/// How an app has set up its flow: the strategy, and what stands beside the alert.
public struct FlowSetup: Hashable, Sendable {
  /// When the app asks, what it shows first, whether it asks again.
  public var strategy: PromptStrategy
  /// The names of the events that the strategy knows by number: the one with number 0 first.
  ///
  /// An event without a name here is kept as its number.
  public var events: [CountedEvent]
  /// The system the app runs on.
  public var version: SystemVersion
  /// Seconds between wanting to ask and asking; ≥ 0.
  public var delaySeconds: Double
  /// The consent layer; `nil` without one.
  public var consent: ConsentSetup?
  /// The attribution SDK; `nil` without one.
  public var attribution: AttributionSetup?
  /// Seconds in the background after which a return is a new session, as a new process always is; ≥ 0.
  public var sessionGapSeconds: Double
  /// The rules where the app's user is, as far as the app knows them; `nil` where it does not.
  ///
  /// Only where they allow it does the flow request once more, a year after an answer.
  public var region: RegionalRules?
  /// For an app that is updated to this library: whether an earlier version of it has asked on this install.
  public var askedBefore: AskedBefore

  /// What an app knows of its own versions before this library.
  public enum AskedBefore: UInt8, CaseIterable, Hashable, Sendable {
    case unknown
    case no
    case yes
  }

  /// How a consent layer is set up.
  public struct ConsentSetup: Hashable, Sendable {
    /// Which of the two questions comes first.
    public var order: ConsentOrder
    /// What it does after a request without a decision.
    public var onUndetermined: ConsentOnUndetermined
    /// Seconds without a break in front of the person after which a layer that has not ended is given up; `nil` never.
    ///
    /// Then nothing waits for it in this process: what the person left open stays open and nothing tracks. A later end
    /// still counts, and the next process opens the layer again.
    public var givesUpAfterSeconds: Double?

    /// A consent layer; by default the one that the alert goes before.
    public init(
      order: ConsentOrder = .afterATT, onUndetermined: ConsentOnUndetermined = .wait,
      givesUpAfterSeconds: Double? = 600
    ) {
      self.order = order
      self.onUndetermined = onUndetermined
      self.givesUpAfterSeconds = givesUpAfterSeconds.map { FlowSetup.seconds($0) }
    }
  }

  /// How an attribution SDK holds its install event back.
  public struct AttributionSetup: Hashable, Sendable {
    /// The way it waits.
    public var kind: GateKind
    /// The wait set before its start; seconds, ≥ 0.
    public var waitSeconds: Double
    /// When it starts; `nil` after the consent layer where the app has one, and with the process otherwise.
    public var start: Start?
    /// Seconds after a process's first activation at which it starts all the same; `nil` waits without an end.
    ///
    /// "After the answer or after ten seconds", as the SDK's guide asks. It starts knowing that it may not track, and
    /// its wait goes on for what it would have started after.
    public var startsAfterSeconds: Double?

    /// When an attribution SDK, or any other tracker, starts in an app.
    public enum Start: UInt8, CaseIterable, Hashable, Sendable, Codable {
      /// With the process, before the answer: for an SDK that waits for the alert by itself.
      ///
      /// Its wait ends at the alert's answer, whatever is still to come. Beside a consent layer that follows the alert
      /// the install event goes out while that is up, however long the wait is: without the identifier, or with it,
      /// unasked, where the SDK reads it by itself. Such an SDK starts ``afterConsent``.
      case process
      /// When the permission is settled, whichever way: the status is determined, the system has none, or
      /// the app can never ask for it.
      case afterAnswer
      /// When the consent layer has been resolved; in an app without one, after the answer.
      case afterConsent
    }

    /// An attribution SDK; by default one that waits as its documentation says, two minutes.
    public init(
      kind: GateKind = .documented, waitSeconds: Double = 120, start: Start? = nil,
      startsAfterSeconds: Double? = nil
    ) {
      self.kind = kind
      self.waitSeconds = FlowSetup.seconds(waitSeconds)
      self.start = start
      self.startsAfterSeconds = startsAfterSeconds.map { FlowSetup.seconds($0) }
    }
  }

  /// A setup; by default of an app with neither consent layer nor attribution SDK.
  ///
  /// Seconds below zero and values that are no numbers count as zero.
  public init(
    strategy: PromptStrategy, events: [CountedEvent] = [], version: SystemVersion = .modern,
    delaySeconds: Double = 0, consent: ConsentSetup? = nil, attribution: AttributionSetup? = nil,
    sessionGapSeconds: Double = 1800, region: RegionalRules? = nil, askedBefore: AskedBefore = .unknown
  ) {
    self.strategy = strategy
    self.events = events
    self.version = version
    self.delaySeconds = Self.seconds(delaySeconds)
    self.consent = consent
    self.attribution = attribution
    self.sessionGapSeconds = Self.seconds(sessionGapSeconds)
    self.region = region
    self.askedBefore = askedBefore
  }

  /// A setup from an exported strategy.
  public init(
    _ document: PromptStrategyDocument, version: SystemVersion = .modern, consent: ConsentSetup? = nil,
    attribution: AttributionSetup? = nil, sessionGapSeconds: Double = 1800, region: RegionalRules? = nil,
    askedBefore: AskedBefore = .unknown
  ) {
    self.init(
      strategy: document.strategy, events: document.eventKinds.map { CountedEvent(rawValue: $0) },
      version: version, delaySeconds: document.delaySeconds ?? 0, consent: consent, attribution: attribution,
      sessionGapSeconds: sessionGapSeconds, region: region, askedBefore: askedBefore)
  }

  /// When the attribution SDK starts; `nil` without one.
  var attributionStart: AttributionSetup.Start? {
    attribution.map { $0.start ?? (consent == nil ? .process : .afterConsent) }
  }

  fileprivate static func seconds(_ value: Double) -> Double {
    value > 0 && value.isFinite ? value : 0
  }
}
