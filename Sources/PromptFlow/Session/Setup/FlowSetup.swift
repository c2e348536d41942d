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
  /// Seconds between wanting to ask and asking (R142); ≥ 0.
  public var delaySeconds: Double
  /// The consent layer; `nil` without one.
  public var consent: ConsentSetup?
  /// The attribution SDK; `nil` without one.
  public var attribution: AttributionSetup?
  /// Seconds in the background after which a return is a new session; ≥ 0.
  ///
  /// The simulation's sessions are those of published counts, most of which end one after half an
  /// hour. A new process always begins one.
  public var sessionGapSeconds: Double
  /// The rules where the app's user is, as far as the app knows them; `nil` where it does not.
  ///
  /// Only where they allow it does the flow request once more, a year after an answer (R78).
  public var region: RegionalRules?

  /// How a consent layer is set up.
  public struct ConsentSetup: Hashable, Sendable {
    /// Which of the two questions comes first (R101, R109).
    public var order: ConsentOrder
    /// What it does after a request without a decision (R107).
    public var onUndetermined: ConsentOnUndetermined

    /// A consent layer; by default the one that the alert goes before.
    public init(order: ConsentOrder = .afterATT, onUndetermined: ConsentOnUndetermined = .wait) {
      self.order = order
      self.onUndetermined = onUndetermined
    }
  }

  /// How an attribution SDK holds its install event back.
  public struct AttributionSetup: Hashable, Sendable {
    /// The way it waits (R118–R126).
    public var kind: GateKind
    /// The wait set before its start (R117); seconds, ≥ 0.
    public var waitSeconds: Double
    /// When it starts.
    public var start: Start

    /// When an attribution SDK, or any other tracker, starts in an app.
    public enum Start: UInt8, CaseIterable, Hashable, Sendable, Codable {
      /// With the first activation's process, before the answer: for an SDK that waits by itself (R94, R117).
      case process
      /// When the permission is settled, whichever way: the status is determined, the system has none, or
      /// the app can never ask for it.
      case afterAnswer
      /// When the consent layer has been resolved (R102); in an app without one, after the answer.
      case afterConsent
    }

    /// An attribution SDK.
    public init(kind: GateKind = .documented, waitSeconds: Double, start: Start = .process) {
      self.kind = kind
      self.waitSeconds = waitSeconds
      self.start = start
    }
  }

  /// A setup; by default of an app with neither consent layer nor attribution SDK.
  ///
  /// Seconds below zero and values that are no numbers count as zero.
  public init(
    strategy: PromptStrategy, events: [CountedEvent] = [], version: SystemVersion = .modern,
    delaySeconds: Double = 0, consent: ConsentSetup? = nil, attribution: AttributionSetup? = nil,
    sessionGapSeconds: Double = 1800, region: RegionalRules? = nil
  ) {
    self.strategy = strategy
    self.events = events
    self.version = version
    self.delaySeconds = Self.seconds(delaySeconds)
    self.consent = consent
    self.attribution = attribution
    self.attribution?.waitSeconds = Self.seconds(attribution?.waitSeconds ?? 0)
    self.sessionGapSeconds = Self.seconds(sessionGapSeconds)
    self.region = region
  }

  /// A setup from an exported strategy.
  public init(
    _ document: PromptStrategyDocument, version: SystemVersion = .modern, consent: ConsentSetup? = nil,
    attribution: AttributionSetup? = nil, sessionGapSeconds: Double = 1800, region: RegionalRules? = nil
  ) {
    self.init(
      strategy: document.strategy, events: document.eventKinds.map { CountedEvent(rawValue: $0) },
      version: version, delaySeconds: document.delaySeconds ?? 0, consent: consent, attribution: attribution,
      sessionGapSeconds: sessionGapSeconds, region: region)
  }

  private static func seconds(_ value: Double) -> Double {
    value > 0 && value.isFinite ? value : 0
  }
}
