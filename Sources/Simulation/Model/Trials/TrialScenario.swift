import ExperimentDesign
import PromptFlow

/// One scenario with this trial's numbers.
///
/// The inner loop reads segments and arms without counting references: the
/// scenario owns them and outlives every life played under it.
final class TrialScenario: Sendable {
  /// Upper ends of the segments' shares.
  let segmentCumulative: FixedList<Double>
  private let segmentOwners: [TrialSegment]
  private let armOwners: [TrialArm]
  let segmentCount: Int
  let armCount: Int
  private let segments: FixedList<Unmanaged<TrialSegment>>
  /// By segment, then arm.
  private let arms: FixedList<Unmanaged<TrialArm>>

  /// - Parameter known: another scenario of the same trial, whose segments mostly have the same numbers.
  init(_ experiment: Experiment, scenario: Int, _ draws: ParameterDraws, known: TrialScenario? = nil) {
    let source = experiment.scenarios[scenario].segments
    var sum = 0.0
    var cumulative = source.map { segment in
      sum += segment.share
      return sum
    }
    cumulative[cumulative.count - 1] = 1
    segmentCumulative = FixedList(cumulative)
    let segmentOwners = source.map {
      TrialSegment($0, draws, horizon: experiment.horizonDays, known: known?.segmentOwners ?? [])
    }
    let armOwners = source.indices.flatMap { segment in
      let surroundings = experiment.arms.map { $0.surroundings[scenario][segment] }
      return experiment.arms.indices.map { arm in
        TrialArm(
          experiment.arms[arm], surroundings[arm], segmentOwners[segment], draws,
          surroundingsSlot: surroundings.firstIndex(of: surroundings[arm]) ?? arm)
      }
    }
    self.segmentOwners = segmentOwners
    self.armOwners = armOwners
    segmentCount = segmentOwners.count
    armCount = experiment.arms.count
    segments = FixedList(segmentOwners.map { Unmanaged.passUnretained($0) })
    arms = FixedList(armOwners.map { Unmanaged.passUnretained($0) })
  }

  /// The segments, for the owner of this value.
  var unmanagedSegments: FixedList<Unmanaged<TrialSegment>> {
    FixedList(segmentOwners.map { .passUnretained($0) })
  }

  @inline(__always)
  func segment<Result>(_ segment: Int, _ body: (TrialSegment) -> Result) -> Result {
    segments[segment]._withUnsafeGuaranteedRef(body)
  }

  @inline(__always)
  func arm<Result>(_ segment: Int, _ arm: Int, _ body: (TrialArm) -> Result) -> Result {
    arms[segment * armCount + arm]._withUnsafeGuaranteedRef(body)
  }
}
