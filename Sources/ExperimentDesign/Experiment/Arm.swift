public import PromptFlow

/// The text an alert carries, and what it does to the odds of allowing.
public struct UsageString: Hashable, Sendable {
  /// As the file names it.
  public let name: String
  /// As it would stand in `NSUserTrackingUsageDescription`.
  public let text: String
  /// Odds ratio of allowing against a neutral text.
  public let oddsRatio: Parameter

  package init(name: String, text: String, oddsRatio: Parameter) {
    self.name = name
    self.text = text
    self.oddsRatio = oddsRatio
  }

  /// The same text with another effect.
  package func replacing(oddsRatio: Parameter) -> UsageString {
    UsageString(name: name, text: text, oddsRatio: oddsRatio)
  }
}

/// The app's own screen before the alert: its text, its behaviour, its effects.
public struct PrePrompt: Hashable, Sendable {
  /// As the file names it.
  public let name: String
  /// The heading people read.
  public let title: String
  /// The text people read.
  public let body: String
  /// The title of the button that goes on.
  public let button: String
  /// How the screen behaves.
  public let policy: PrePromptPolicy
  /// How long people look at it.
  public let readSeconds: LogNormalSeconds
  /// Odds ratio of continuing.
  public let continueOddsRatio: Parameter
  /// Odds ratio of allowing after it was continued.
  public let allowOddsRatio: Parameter

  package init(
    name: String, title: String, body: String, button: String, policy: PrePromptPolicy,
    readSeconds: LogNormalSeconds, continueOddsRatio: Parameter, allowOddsRatio: Parameter
  ) {
    self.name = name
    self.title = title
    self.body = body
    self.button = button
    self.policy = policy
    self.readSeconds = readSeconds
    self.continueOddsRatio = continueOddsRatio
    self.allowOddsRatio = allowOddsRatio
  }

  /// The same screen with other effects.
  package func replacing(continueOddsRatio: Parameter, allowOddsRatio: Parameter) -> PrePrompt {
    PrePrompt(
      name: name, title: title, body: body, button: button, policy: policy, readSeconds: readSeconds,
      continueOddsRatio: continueOddsRatio, allowOddsRatio: allowOddsRatio)
  }
}

/// One prompt strategy under comparison.
public struct Arm: Hashable, Sendable {
  /// As the file names it, with the values of sweeps.
  public let name: String
  /// When to ask and what to do when nothing came of it; its pre-prompt is the policy of ``prePrompt``.
  public private(set) var strategy: PromptStrategy
  /// Seconds before every ask as a whole.
  public private(set) var delaySeconds: Parameter
  /// The text the alert carries.
  public private(set) var usageString: UsageString
  /// The screen before the alert; `nil` without one.
  public private(set) var prePrompt: PrePrompt?
  /// Values of the sweeps that made this arm, in document order: (path, value as written).
  public let swept: [SweptValue]
  /// The arm's alerts, gate and consent layer by scenario and segment, in the
  /// order of ``Experiment/scenarios`` and of their segments.
  public private(set) var surroundings: [[Surroundings]]
  /// Findings of Apple's rules, empty where the arm is allowed.
  public let findings: [BrokenRule]

  /// - Throws: ``ExperimentFault/weight(_:arm:)`` or ``ExperimentFault/otherPrePrompt(arm:)``.
  package init(
    name: String, strategy: PromptStrategy, delaySeconds: Parameter, usageString: UsageString,
    prePrompt: PrePrompt?, swept: [SweptValue], surroundings: [[Surroundings]],
    findings: [BrokenRule]
  ) throws(ExperimentFault) {
    guard strategy.prePrompt == prePrompt?.policy else { throw .otherPrePrompt(arm: name) }
    self.name = name
    self.strategy = strategy
    self.delaySeconds = delaySeconds
    self.usageString = usageString
    self.prePrompt = prePrompt
    self.swept = swept
    self.surroundings = surroundings
    self.findings = findings
  }

  /// Whether Apple's rules leave the arm a way into the store.
  public var isAllowedByApple: Bool { findings.isEmpty }

  /// The arm with another text of the alert.
  package func replacing(usageString: UsageString) -> Arm {
    var result = self
    result.usageString = usageString
    return result
  }

  /// The arm with another answer to a request that ended undetermined.
  package func replacing(retry: RetryPolicy) -> Arm {
    var result = self
    result.strategy.retry = retry
    return result
  }

  /// The arm with its surroundings changed, those of every segment of every scenario.
  ///
  /// - Throws: What `change` throws.
  package func replacingSurroundings<Failure>(
    _ change: (Surroundings) throws(Failure) -> Surroundings
  ) throws(Failure) -> Arm {
    var result = self
    for scenario in surroundings.indices {
      for segment in surroundings[scenario].indices {
        result.surroundings[scenario][segment] = try change(surroundings[scenario][segment])
      }
    }
    return result
  }

  /// The arm with its consent layers, where it has any, before or after the alert.
  package func asking(_ order: ConsentOrder) -> Arm {
    var result = self
    result.surroundings = surroundings.map { people in
      people.map {
        Surroundings(
          alerts: $0.alerts, attribution: $0.attribution, consent: $0.consent.map { $0.asking(order) })
      }
    }
    return result
  }

  /// The arm under the first scenario alone.
  var underFirstScenario: Arm {
    var result = self
    result.surroundings = Array(surroundings.prefix(1))
    return result
  }

  /// The arm with another screen before the alert, or none, and with its policy.
  package func showing(_ prePrompt: PrePrompt?) -> Arm {
    var result = self
    result.prePrompt = prePrompt
    result.strategy.prePrompt = prePrompt?.policy
    return result
  }

  /// The arm with every parameter changed, in document order.
  func mapParameters<Failure>(
    _ change: (Parameter) throws(Failure) -> Parameter
  ) throws(Failure) -> Arm {
    var result = self
    result.delaySeconds = try change(delaySeconds)
    result.usageString = try usageString.mapParameters(change)
    result.prePrompt = try prePrompt?.mapParameters(change)
    for scenario in surroundings.indices {
      for segment in surroundings[scenario].indices {
        result.surroundings[scenario][segment] = try surroundings[scenario][segment].mapParameters(change)
      }
    }
    return result
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

/// A rule of Apple's that an arm breaks, and how.
public struct BrokenRule: Hashable, Sendable, Codable {
  /// The rule's tag, such as `R83`.
  public let rule: String
  /// The word that breaks it, where a word does.
  public let word: String?

  package init(rule: String, word: String? = nil) {
    self.rule = rule
    self.word = word
  }
}
