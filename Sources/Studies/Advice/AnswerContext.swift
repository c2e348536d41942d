public import ExperimentDesign
public import Inference
import PromptFlow
public import TextFormats

/// What an answer needs to know of the experiment beside its description.
public struct AnswerContext: Equatable, Sendable {
  /// What is simulated, whatever the size of the run.
  package let experiment: Experiment
  /// Limits beyond which an arm is not recommended.
  public let guardrails: [GuardrailLimit]
  /// How many people install the app; `nil` where nobody says.
  public let volume: AppVolume?
  /// What is doubtful in the file and changes how the answer is to be read: ``Caution/file(_:options:)``.
  let cautions: [Caution]

  /// What an experiment says, and its file beside it.
  public init(
    _ experiment: Experiment, guardrails: [GuardrailLimit] = [], volume: AppVolume? = nil,
    cautions: [Caution] = []
  ) {
    self.experiment = experiment.changed { ($0.trials, $0.installs) = (0, 0) }
    self.guardrails = guardrails
    self.volume = volume
    self.cautions = cautions
  }

  /// Whether a consent layer is modelled anywhere.
  var hasConsentLayer: Bool { experiment.arms.contains { !$0.consentOrders.isEmpty } }

  /// Whether an arm asks for consent before the alert, somewhere.
  public func asksConsentFirst(_ arm: Int) -> Bool {
    experiment.arms[arm].consentOrders.contains(.beforeATT)
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
  @OptionNames public var option: Int
  /// Position of the arm without a pre-prompt, with the plainest usage string, at the first moment, or with the alert
  /// before the consent layer.
  @OptionNames public var reference: Int
  /// Whether the thing is assumed to move no answer, so that the difference says nothing of its words.
  public var assumesNoEffect = false
  /// The objective of the arm that has it less that of the one without; `nil` before trials say.
  public var difference: Estimate?

  static func all(of experiment: Experiment) -> [Contrast] {
    let arms = experiment.arms
    /// Each arm against the one that it is compared with.
    ///
    /// - Parameter effect: the odds ratio of what it has.
    func pairs(
      _ subject: Subject, effect: (Arm) -> Parameter? = { _ in nil }, _ reference: (Int) -> Int?
    ) -> [Contrast] {
      arms.indices.compactMap { arm in
        reference(arm).map {
          Contrast(
            subject: subject, option: arm, reference: $0, assumesNoEffect: effect(arms[arm])?.constant == 1)
        }
      }
    }
    func position(_ arm: Arm) -> Int? { arms.firstIndex { $0.isSame(as: arm) } }
    let prePrompts = pairs(.prePrompt, effect: { $0.prePrompt?[.allowOddsRatio] }) { arm in
      arms[arm].prePrompt == nil ? nil : position(arms[arm].changed { $0.prePrompt = nil })
    }
    // Each usage string against the plain one of the same arm: the one without an effect, else the first.
    let strings = pairs(.usageString, effect: { $0.usageString[.usageOddsRatio] }) { own in
      let alike = arms.indices.filter { other in
        arms[other].changed { $0.usageString = arms[own].usageString }.isSame(as: arms[own])
      }
      let plain = alike.first { arms[$0].usageString[.usageOddsRatio].constant == 1 } ?? alike[0]
      return arms[plain].usageString.name == arms[own].usageString.name ? nil : plain
    }
    // Each moment against the first, where the same pre-prompts are compared at several. Else every moment has the same
    // pre-prompt, or none, and the ranking itself compares them.
    let crossed = Set(prePrompts.flatMap { [$0.reference, $0.option] }).sorted()
    let moments = pairs(.moment) { own in
      guard crossed.contains(own), let first = crossed.first(where: { arms[$0].isSameButWhen(as: arms[own]) })
      else { return nil }
      return arms[first].strategy.trigger == arms[own].strategy.trigger ? nil : first
    }
    let orders = pairs(.consentOrder) { arm in
      arms[arm].consentOrders == [.beforeATT] ? position(arms[arm].asksForConsentLast) : nil
    }
    return prePrompts + strings + moments + orders
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
    changed {
      $0.strategy.trigger = other.strategy.trigger
      $0[.delaySeconds] = other[.delaySeconds]
    }.isSame(as: other)
  }
}
