/// The position of a scenario, arm or segment in its list, counted from 0.
///
/// The type parameter keeps an arm's position from being used as a scenario's.
public struct Position<Of>: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// Counted from 0.
  public var rawValue: Int

  /// A position.
  @inlinable
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A position.
  @inlinable
  public init(_ position: Int) { rawValue = position }
}

/// The position of a scenario in an experiment.
public typealias ScenarioIndex = Position<Scenario>
/// The position of an arm in an experiment.
public typealias ArmIndex = Position<Arm>
/// The position of a segment in its scenario.
public typealias SegmentIndex = Position<Segment>

extension Position: ExpressibleByIntegerLiteral {
  /// A position written as a literal, such as `0`.
  @inlinable
  public init(integerLiteral value: Int) { rawValue = value }
}

extension Position: Strideable {
  /// The steps from this position to `other`; negative where it comes earlier.
  @inlinable
  public func distance(to other: Position) -> Int { other.rawValue - rawValue }

  /// The position `steps` after this one.
  @inlinable
  public func advanced(by steps: Int) -> Position { Position(rawValue + steps) }
}
