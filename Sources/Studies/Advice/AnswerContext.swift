public import ExperimentDesign
import PromptFlow
public import TextFormats

/// What an answer needs to know of the experiment beside its description.
public struct AnswerContext: Equatable, Sendable {
  /// The segments in which an arm reports installs before permission, by scenario and arm.
  var earlySegments: [[[EarlySegment]]]
  /// Whether a consent layer is modelled anywhere.
  public var hasConsentLayer: Bool
  /// Positions of the arms that ask for consent before the alert, somewhere.
  public var asksConsentFirst: [Int]
  /// Pairs of arms that differ in one thing alone.
  public var contrasts: [Contrast]
  /// Limits beyond which an arm is not recommended.
  public var guardrails: [GuardrailLimit]
  /// How many people install the app; `nil` where nobody says.
  public var volume: AppVolume?
  /// What value per install is counted in; `nil` where no value is modelled.
  public var valueUnit: ValueUnit?
  /// Sets of arms that differ in words alone, of which the same effect is assumed: positions, ascending.
  public var alikeInEffect: [[Int]]
  /// Paths of the numbers that the experiment's own file gives.
  public var ownNumbers: Set<String>
  /// What the options set that is no number, by the path of its key.
  public var namedSettings: [String: String]
  /// What is doubtful in the file and changes how the answer is to be read.
  public var cautions: [Caution]

  /// Something doubtful in the file.
  public struct Caution: Equatable, Sendable {
    /// One or two sentences.
    public var text: String
    /// Names of the options that it is about; empty for the whole file.
    public var options: [String]
    /// The goal whose value tells whether it matters; `nil` where it matters in any case.
    public var goal: Metric?

    /// What holds for the whole file, or for some options.
    public init(_ text: String, options: [String] = [], goal: Metric? = nil) {
      (self.text, self.options, self.goal) = (text, options, goal)
    }
  }

  /// What an experiment says, and its file beside it.
  public init(
    _ experiment: Experiment, guardrails: [GuardrailLimit] = [], volume: AppVolume? = nil,
    cautions: [Caution] = []
  ) {
    self.cautions = cautions
    namedSettings = experiment.namedSettings
    ownNumbers = experiment.ownNumbers
    self.guardrails = guardrails
    self.volume = volume
    earlySegments = experiment.scenarios.indices.map { scenario in
      experiment.arms.map { EarlySegment.all(of: $0, among: experiment.arms, scenario: scenario) }
    }
    hasConsentLayer = experiment.arms.contains { !$0.consentOrders.isEmpty }
    asksConsentFirst = experiment.arms.indices.filter {
      experiment.arms[$0].consentOrders.contains(.beforeATT)
    }
    contrasts = Contrast.all(of: experiment)
    valueUnit = ValueUnit(of: experiment)
    alikeInEffect = Arm.alikeInEffect(experiment.arms)
  }
}

/// Two arms that differ in one thing alone: what it does can be read off their difference.
public struct Contrast: Codable, Equatable, Sendable {
  /// What they differ in.
  public enum Subject: String, Codable, Equatable, Sendable {
    /// One shows a pre-prompt, the other none.
    case prePrompt = "pre_prompt"
    /// The text of the alert.
    case usageString = "usage_string"
    /// When they ask.
    case moment
    /// Which comes first, the consent layer or the alert.
    case consentOrder = "consent_order"
  }
  /// The thing.
  public var subject: Subject
  /// Position of the arm that has it.
  @OptionNames public var arm: Int
  /// Position of the arm without a pre-prompt, with the plainest usage string, at the first moment, or with the alert
  /// before the consent layer.
  @OptionNames public var reference: Int
  /// Whether the thing is assumed to move no answer, so that the difference says nothing of its words.
  public var assumesNoEffect = false

  private enum CodingKeys: String, CodingKey {
    case subject
    case arm = "option"
    case reference, assumesNoEffect
  }

  static func all(of experiment: Experiment) -> [Contrast] {
    /// Each arm that can be changed, against the one that is the changed one.
    func pairs(_ subject: Subject, _ changed: (Arm) -> Arm?) -> [Contrast] {
      experiment.arms.enumerated().compactMap { position, arm in
        guard let other = changed(arm) else { return nil }
        return experiment.arms.firstIndex { $0.isSame(as: other) }.map {
          Contrast(
            subject: subject, arm: position, reference: $0,
            assumesNoEffect: subject == .prePrompt && arm.prePrompt?[.allowOddsRatio].constant == 1)
        }
      }
    }
    let prePrompts = pairs(.prePrompt) { $0.prePrompt == nil ? nil : $0.changed { $0.prePrompt = nil } }
    return prePrompts + usageStrings(experiment) + moments(experiment, crossed: prePrompts)
      + pairs(.consentOrder) { $0.consentOrders == [.beforeATT] ? $0.asksForConsentLast : nil }
  }

  /// Each moment against the first, where the same pre-prompts are compared at several.
  ///
  /// Else every moment has the same pre-prompt, or none, and the ranking itself compares them.
  private static func moments(_ experiment: Experiment, crossed: [Contrast]) -> [Contrast] {
    let moments = Set(crossed.map { experiment.arms[$0.arm].strategy.trigger })
    guard moments.count > 1 else { return [] }
    let members = Set(crossed.flatMap { [$0.reference, $0.arm] }).sorted()
    var found: [Contrast] = []
    for position in members {
      let arm = experiment.arms[position]
      let first = members.first { experiment.arms[$0].isSameButWhen(as: arm) }
      guard let first, experiment.arms[first].strategy.trigger != arm.strategy.trigger else { continue }
      found.append(Contrast(subject: .moment, arm: position, reference: first))
    }
    return found
  }

  /// Each usage string against the plain one of the same arm: the one without an effect, else the first.
  private static func usageStrings(_ experiment: Experiment) -> [Contrast] {
    var found: [Contrast] = []
    var grouped: Set<Int> = []
    for (first, arm) in experiment.arms.enumerated() where !grouped.contains(first) {
      let group = experiment.arms.indices.filter { position in
        experiment.arms[position].changed { $0.usageString = arm.usageString }.isSame(as: arm)
      }
      grouped.formUnion(group)
      let names = group.map { experiment.arms[$0].usageString.name }
      guard Set(names).count > 1 else { continue }
      let plain = group.first { experiment.arms[$0].usageString[.usageOddsRatio].constant == 1 } ?? first
      let own = experiment.arms[plain].usageString.name
      for position in group where experiment.arms[position].usageString.name != own {
        found.append(
          Contrast(
            subject: .usageString, arm: position, reference: plain,
            assumesNoEffect: experiment.arms[position].usageString[.usageOddsRatio].constant == 1))
      }
    }
    return found
  }
}

extension Arm {
  /// The orders of consent and alert that it has, anywhere.
  fileprivate var consentOrders: Set<ConsentOrder> {
    Set(surroundings.joined().compactMap { $0.consent?.order })
  }

  /// The arm with its consent layers behind the alert.
  fileprivate var asksForConsentLast: Arm {
    changed { $0.changeSurroundings { $0.consent?.order = .afterATT } }
  }

  /// Whether two arms are one but for their names, weights and what Apple's rules say of them.
  func isSame(as other: Arm) -> Bool {
    strategy == other.strategy && self[.delaySeconds].distribution == other[.delaySeconds].distribution
      && usageString == other.usageString && prePrompt == other.prePrompt
      && surroundings == other.surroundings
  }

  /// Whether two arms are one but for when they ask.
  fileprivate func isSameButWhen(as other: Arm) -> Bool {
    var own = strategy
    own.trigger = other.strategy.trigger
    return own == other.strategy && usageString == other.usageString && prePrompt == other.prePrompt
      && surroundings == other.surroundings
  }
}
