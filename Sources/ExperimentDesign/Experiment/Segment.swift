/// One kind of people, every layer of the file merged.
public struct Segment: Encodable, Hashable, Sendable, HavingNumbers {
  /// As the file names it; `all` where it has one segment.
  public var name: String
  /// Share of installs, from 0 to 1; the shares of a scenario sum to 1.
  public var share: Double
  /// Shares of the system versions, one for each, indexed by ``PromptFlow/SystemVersion/rawValue``; they sum to 1.
  public var systemShares: [Double]
  /// How often people come back.
  public var visits: VisitModel
  /// What everybody has.
  public var numbers: Numbers
  /// `nil` where the app has none.
  public var onboarding: Numbers?
  /// The kinds of events, in document order.
  public var events: [EventStream]
  /// `nil` where the file gives no `continue.rate`: then no arm shows a pre-prompt.
  public var continuing: Numbers?
  /// `nil` where money is not modelled.
  public var value: SessionValue?
  /// The population's own sections; an arm may override them (``Arm/surroundings``).
  public var surroundings: Surroundings

  package init(
    name: String, share: Double, systemShares: [Double], visits: VisitModel, _ numbers: Numbers,
    onboarding: Numbers? = nil, events: [EventStream] = [], continuing: Numbers? = nil,
    value: SessionValue? = nil, surroundings: Surroundings = Surroundings()
  ) {
    self.name = name
    self.share = share
    self.systemShares = systemShares
    self.visits = visits
    self.numbers = numbers
    self.onboarding = onboarding
    self.events = events
    self.continuing = continuing
    self.value = value
    self.surroundings = surroundings
  }

  /// When the first view appears, seconds from the process's start: halfway to the activation.
  @inlinable
  package static func viewAppears(beforeActivation seconds: Double) -> Double { seconds / 2 }

  /// Changes each number, known or not.
  mutating func change(_ change: (inout Parameter) -> Void) {
    numbers.change(change)
    visits.change(change)
    onboarding?.change(change)
    for index in events.indices { events[index].numbers.change(change) }
    continuing?.change(change)
    value?.numbers.change(change)
    surroundings.change(change)
  }
}
