public import PromptFlow

/// The text an alert carries, and what it does to the odds of allowing.
public struct UsageString: Encodable, Hashable, Sendable, HavingNumbers {
  /// As the file names it.
  public var name: String
  /// As it would stand in `NSUserTrackingUsageDescription`.
  public var text: String
  /// Its numbers.
  public var numbers: Numbers

  package init(name: String, text: String, _ numbers: Numbers) {
    self.name = name
    self.text = text
    self.numbers = numbers
  }
}

/// The app's own screen before the alert: its text, its behaviour, its effects.
public struct PrePrompt: Encodable, Hashable, Sendable, HavingNumbers {
  /// As the file names it.
  public var name: String
  /// The heading people read.
  public var title: String
  /// The text people read.
  public var body: String
  /// The title of the button that goes on.
  public var button: String
  /// How the screen behaves.
  public var policy: PrePromptPolicy
  /// Its numbers.
  public var numbers: Numbers

  package init(
    name: String, title: String, body: String, button: String, policy: PrePromptPolicy, _ numbers: Numbers
  ) {
    self.name = name
    self.title = title
    self.body = body
    self.button = button
    self.policy = policy
    self.numbers = numbers
  }
}

/// One prompt strategy under comparison.
public struct Arm: Encodable, Hashable, Sendable, HavingNumbers {
  /// As the file names it, with the values of sweeps.
  public var name: String
  /// When to ask and what to do when nothing came of it; its pre-prompt is the policy of ``prePrompt``.
  public var strategy: PromptStrategy
  /// Its numbers.
  public var numbers: Numbers
  /// The text the alert carries.
  public var usageString: UsageString
  /// The screen before the alert; `nil` without one.
  public var prePrompt: PrePrompt? {
    didSet { strategy.prePrompt = prePrompt?.policy }
  }
  /// Values of the sweeps that made this arm, in document order: (path, value as written).
  public var swept: [SweptValue]
  /// The arm's alerts, gate and consent layer by scenario and segment, in the
  /// order of ``Experiment/scenarios`` and of their segments.
  public var surroundings: [[Surroundings]]
  /// The tags of Apple's rules that it breaks, such as `R83`; empty where it is allowed.
  public var findings: [String]

  package init(
    name: String, strategy: PromptStrategy, _ numbers: Numbers, usageString: UsageString,
    prePrompt: PrePrompt? = nil, swept: [SweptValue] = [], surroundings: [[Surroundings]] = [],
    findings: [String] = []
  ) {
    self.name = name
    self.strategy = strategy
    self.strategy.prePrompt = prePrompt?.policy
    self.numbers = numbers
    self.usageString = usageString
    self.prePrompt = prePrompt
    self.swept = swept
    self.surroundings = surroundings
    self.findings = findings
  }

  /// Whether Apple's rules leave the arm a way into the store.
  public var isAllowedByApple: Bool { findings.isEmpty }

  /// Changes what surrounds it in every segment of every scenario.
  package mutating func changeSurroundings(_ change: (inout Surroundings) -> Void) {
    for scenario in surroundings.indices {
      for segment in surroundings[scenario].indices { change(&surroundings[scenario][segment]) }
    }
  }

  /// Changes each number, known or not.
  mutating func change(_ change: (inout Parameter) -> Void) {
    numbers.change(change)
    usageString.numbers.change(change)
    prePrompt?.numbers.change(change)
    changeSurroundings { $0.change(change) }
  }
}

/// One value of a sweep that an arm stands for.
public struct SweptValue: Codable, Hashable, Sendable {
  /// The swept key, from the arm down.
  public let path: String
  /// The value, as written.
  public let value: String

  package init(path: String, value: String) {
    self.path = path
    self.value = value
  }
}
