/// What the file of an experiment leaves open, or fixes without evidence, so that an answer has to be tried without it.
///
/// It is no part of what the experiment is: the same trials come of it.
public struct OpenInputs: Hashable, Sendable {
  /// What single numbers without measured evidence stand in place of, by the path of each: a distribution of the
  /// population or of the text, or the usual guess of what words do.
  public package(set) var ranges: [String: Distribution]
  /// The joint distributions that members among ``ranges`` are of.
  public package(set) var joints: [JointDistribution]
  /// What is open of the app's own code, by the name of the arm.
  public package(set) var choices: [String: OpenChoices]

  /// Nothing, unless it is said.
  package init(
    ranges: [String: Distribution] = [:], joints: [JointDistribution] = [],
    choices: [String: OpenChoices] = [:]
  ) {
    self.ranges = ranges
    self.joints = joints
    self.choices = choices
  }
}

/// What is left to a default, a preset or a guess of how the app's code behaves under an arm.
public struct OpenChoices: Hashable, Sendable {
  /// Whether a lost request is made again.
  public let retry: Bool
  /// How long the attribution SDK waits.
  public let wait: Bool
  /// Other alerts of which it is open what they come after, by ``CompetingAlert/id``.
  public let moments: Set<UInt32>
  /// Other alerts of which it is open how long after their moment they come.
  public let offsets: Set<UInt32>
  /// Other alerts of which it is open who is asked.
  public let shares: Set<UInt32>

  package init(
    retry: Bool = false, wait: Bool = false, moments: Set<UInt32> = [], offsets: Set<UInt32> = [],
    shares: Set<UInt32> = []
  ) {
    self.retry = retry
    self.wait = wait
    self.moments = moments
    self.offsets = offsets
    self.shares = shares
  }
}
