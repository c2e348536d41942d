public import TextFormats

/// What a run is: everything that an answer names, apart from its numbers.
///
/// It is the same whether the run is planned, has just been made or comes from a store, so that the store and
/// every review are written against this alone.
public struct RunDescription: Codable, Hashable, Sendable {
  /// The experiment's name.
  public var experiment: String
  /// What the experiment asks, in words.
  public var question: String?
  /// The seed that was used, drawn or given: with the file and the engine, enough to repeat the run.
  public var seed: UInt64
  /// Trials that make the run complete.
  public var trials: Int
  /// Installs per trial, each under every arm.
  public var installs: Int
  /// How long installs are followed.
  public var horizonDays: Double
  /// The engine's version.
  public var engine: String
  /// How the uncertain inputs are drawn.
  public var sampling: InputSampling
  /// Position of the arm that the others are compared with.
  @OptionNames public var baseline: Int
  /// What the arms are ranked by.
  public var objective: Objective
  /// Every parameter once, sorted by path; the draws of a trial belong to the drawn ones in this order.
  public var parameters: [Parameter]
  /// In document order; never empty.
  public var scenarios: [Scenario]
  /// In document order; never empty.
  public var arms: [Arm]

  /// The drawn parameters, in the order of a trial's draws.
  public var drawn: [Parameter] { parameters.filter(\.isDrawn) }

  /// Whether any parameter is uncertain.
  public var parametersVary: Bool { parameters.contains(where: \.isDrawn) }

  /// Trials that are drawn together; 1 where each stands alone, which it does where nothing is drawn.
  public var trialsOfABlock: Int { parametersVary ? sampling.trialsOfABlock : 1 }
}

extension RunDescription {
  /// A parameter as the run used it, and what stands behind it.
  public struct Parameter: Codable, Hashable, Sendable {
    /// Where it is written: a path of keys.
    public var path: String
    /// What is known of it, spelled as in an experiment file, `0.31` or `{normal: [0.3, 0.02]}`; of a number that is drawn
    /// together with others, of which joint distribution it is a member: `joint PLACE, member 1`.
    public var distribution: String
    /// The number itself where it is constant; `nil` where it is drawn.
    public var value: Double?
    /// Where the number comes from; what has no evidence is assumed.
    public var evidence: Evidence

    /// The joint distribution that it is drawn from together with others, `joint PLACE`; `nil` where it is drawn alone.
    public var joint: String? {
      distribution.hasPrefix("joint ") ? String(distribution.prefix { $0 != "," }) : nil
    }

    /// Whether it is uncertain: drawn once per trial.
    public var isDrawn: Bool { value == nil }
  }

  /// A scenario of a run and the kinds of people in it.
  public struct Scenario: Codable, Hashable, Sendable {
    /// Its name in the file.
    public var name: String
    /// In document order; never empty.
    public var segments: [Segment]

    /// Position of the segment with a name.
    public func position(ofSegment name: String) -> Int? { segments.firstIndex { $0.name == name } }
  }

  /// A kind of people and its share of installs.
  public struct Segment: Codable, Hashable, Sendable {
    /// Its name in the file.
    public var name: String
    /// From 0 to 1.
    public var share: Double
  }

  /// An arm of a run, as tables name it.
  public struct Arm: Codable, Hashable, Sendable {
    /// Its name in the file.
    public var name: String
    /// When it first wants to ask, in words: `after article 3`.
    public var ask: String
    /// The name of its pre-prompt; `nil` without one.
    public var prePrompt: String?
    /// The name of its usage string.
    public var usageString: String
    /// The tags of Apple's rules that it breaks; empty where it is allowed.
    public var findings: [String]
    /// The metrics modelled for it, by scenario.
    public var metrics: [[Metric]]

    /// Whether Apple's rules leave the arm a way into the store.
    public var isAllowedByApple: Bool { findings.isEmpty }
  }
}
