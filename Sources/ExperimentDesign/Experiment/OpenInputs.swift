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
  public package(set) var choices: [String: Set<OpenChoice>]

  /// Nothing, unless it is said.
  package init(
    ranges: [String: Distribution] = [:], joints: [JointDistribution] = [],
    choices: [String: Set<OpenChoice>] = [:]
  ) {
    self.ranges = ranges
    self.joints = joints
    self.choices = choices
  }
}

/// What is left to a default, a preset or a guess of how the app's code behaves; alerts by their ``CompetingAlert/id``.
public enum OpenChoice: Hashable, Sendable {
  /// Whether a lost request is made again.
  case retry
  /// How long the attribution SDK waits.
  case wait
  /// What another alert comes after.
  case moment(UInt32)
  /// How long after its moment another alert comes.
  case offset(UInt32)
  /// Who is asked by another alert.
  case share(UInt32)
}
