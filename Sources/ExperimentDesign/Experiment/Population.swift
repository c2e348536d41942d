public import PromptFlow

/// How often people come back and when they leave for good (MBG/NBD).
public struct VisitModel: Encodable, Hashable, Sendable {
  /// Sessions per day while alive, by numbers that are given or known.
  public enum Rate<Number: Encodable & Hashable & Sendable>: Encodable, Hashable, Sendable {
    case constant(Number)
    case gamma(shape: Number, rate: Number)

    /// The same by other numbers.
    package func map<Other>(_ change: (Number) -> Other) -> Rate<Other> {
      switch self {
      case .constant(let perDay): .constant(change(perDay))
      case .gamma(let shape, let rate): .gamma(shape: change(shape), rate: change(rate))
      }
    }
  }
  /// Probability of leaving for good after each session, likewise.
  public enum Leaving<Number: Encodable & Hashable & Sendable>: Encodable, Hashable, Sendable {
    case constant(Number)
    case beta(a: Number, b: Number)

    /// The same by other numbers.
    package func map<Other>(_ change: (Number) -> Other) -> Leaving<Other> {
      switch self {
      case .constant(let probability): .constant(change(probability))
      case .beta(let a, let b): .beta(a: change(a), b: change(b))
      }
    }
  }
  /// The distribution of sessions per day between people.
  public var rate: Rate<Parameter>
  /// The distribution of the leaving probability between people.
  public var leaving: Leaving<Parameter>
  /// The retention figures that condition the four numbers, where the file gave those.
  public var fittedTo: RetentionFigures?

  package init(rate: Rate<Parameter>, leaving: Leaving<Parameter>, fittedTo: RetentionFigures? = nil) {
    self.rate = rate
    self.leaving = leaving
    self.fittedTo = fittedTo
  }

  /// Changes each number, in document order.
  mutating func change(_ change: (inout Parameter) -> Void) {
    func changed(_ parameter: Parameter) -> Parameter {
      var parameter = parameter
      change(&parameter)
      return parameter
    }
    rate = rate.map(changed)
    leaving = leaving.map(changed)
  }
}

/// What a team has counted of how people come back, as product people know it.
///
/// The figures are observations: they condition what is believed of the visits, and leave the rest of it open.
public struct RetentionFigures: Encodable, Hashable, Sendable {
  /// Share of installs with a session in [1, 2) days.
  public let d1: Double
  /// Share of installs with a session in [7, 8) days; `nil` where nobody says.
  public let d7: Double?
  /// Share of installs with a session in [30, 31) days; `nil` where nobody says.
  public let d30: Double?
  /// Mean sessions on a day with at least one, days 1 to 30; `nil` where nobody says.
  public let sessionsPerActiveDay: Double?
  /// Share of installs without a second session within the horizon; `nil` where nobody says.
  public let neverBack: Double?
  /// How many installs were counted; `nil` where nobody says.
  public let installs: Int?

  /// Figures of one population: none rises with the day, and people leave between the first and the last.
  public init(
    d1: Double, d7: Double? = nil, d30: Double? = nil, sessionsPerActiveDay: Double? = nil,
    neverBack: Double? = nil, installs: Int? = nil
  ) {
    self.d1 = d1
    self.d7 = d7
    self.d30 = d30
    self.sessionsPerActiveDay = sessionsPerActiveDay
    self.neverBack = neverBack
    self.installs = installs
  }

  /// The figures by their keys in a file.
  public var values: [(key: String, value: Double)] {
    let all: [(key: String, value: Double?)] = [
      ("d1", d1), ("d7", d7), ("d30", d30), ("sessions_per_active_day", sessionsPerActiveDay),
      ("never_back", neverBack),
    ]
    return all.compactMap { figure in figure.value.map { (figure.key, $0) } }
  }
}

/// One kind of app event: a marked Poisson stream within sessions.
public struct EventStream: Encodable, Hashable, Sendable, HavingNumbers {
  /// The kind, by its number in the experiment.
  public var kind: EventKind
  /// Its numbers.
  public var numbers: Numbers

  package init(kind: EventKind, _ numbers: Numbers) {
    self.kind = kind
    self.numbers = numbers
  }
}

/// Another system alert of the app, such as push permission: once in a life.
public struct CompetingAlert: Encodable, Hashable, Sendable, HavingNumbers {
  /// As the file names it.
  public var name: String
  /// A number that belongs to the alert's name: the address of its draws.
  public var id: UInt32
  /// What it comes after, once: of `launch` and `session`, the activation of that one session.
  public var moment: AskTrigger
  /// Its numbers.
  public var numbers: Numbers

  package init(name: String, id: UInt32, moment: AskTrigger, _ numbers: Numbers) {
    self.name = name
    self.id = id
    self.moment = moment
    self.numbers = numbers
  }
}

/// When the attribution SDK of an experiment's population starts.
@frozen
public enum GateStart: UInt8, CaseIterable, Hashable, Sendable, Codable {
  case process
  /// When the consent layer has been resolved.
  case afterConsent
}

/// The attribution SDK's one install event.
public struct AttributionModel: Encodable, Hashable, Sendable, HavingNumbers {
  /// How the event is held back.
  public var gate: GateKind
  /// When the SDK starts.
  public var starts: GateStart
  /// Its numbers.
  public var numbers: Numbers

  package init(gate: GateKind, starts: GateStart, _ numbers: Numbers) {
    self.gate = gate
    self.starts = starts
    self.numbers = numbers
  }
}

/// The consent layer (CMP).
public struct ConsentModel: Encodable, Hashable, Sendable, HavingNumbers {
  /// Whether it is asked before or after the tracking alert.
  public var order: ConsentOrder
  /// What follows a request that ended undetermined.
  public var onUndetermined: ConsentOnUndetermined
  /// Whether authorized counts as accepted without a screen (R116).
  public var preGrant: Bool
  /// Its numbers.
  public var numbers: Numbers

  package init(
    order: ConsentOrder, onUndetermined: ConsentOnUndetermined, preGrant: Bool, _ numbers: Numbers
  ) {
    self.order = order
    self.onUndetermined = onUndetermined
    self.preGrant = preGrant
    self.numbers = numbers
  }
}

/// What a session is worth, in units of `currency`.
public struct SessionValue: Encodable, Hashable, Sendable, HavingNumbers {
  /// Code or sign of the currency; only shown.
  public var currency: String
  /// Its numbers.
  public var numbers: Numbers

  package init(currency: String, _ numbers: Numbers) {
    self.currency = currency
    self.numbers = numbers
  }
}

/// What stands around the question in an app: sections an arm may override.
public struct Surroundings: Encodable, Hashable, Sendable {
  /// In the order in which the file names them first.
  public var alerts: [CompetingAlert]
  /// `nil` where attribution is not modelled.
  public var attribution: AttributionModel?
  /// `nil` where consent is not modelled.
  public var consent: ConsentModel?

  package init(
    alerts: [CompetingAlert] = [], attribution: AttributionModel? = nil, consent: ConsentModel? = nil
  ) {
    self.alerts = alerts
    self.attribution = attribution
    self.consent = consent
  }

  /// Changes each number, in document order.
  mutating func change(_ change: (inout Parameter) -> Void) {
    for index in alerts.indices { alerts[index].numbers.change(change) }
    attribution?.numbers.change(change)
    consent?.numbers.change(change)
  }
}
