/// What a machine asks for; of all it can ask for, one thing is nothing.
@usableFromInline
protocol MachineAction {
  /// Nothing is asked for.
  static var none: Self { get }
}

/// Where an event leads a machine, and what it asks for then.
@frozen
@usableFromInline
struct MachineStep<State, Action: MachineAction> {
  @usableFromInline let state: State
  @usableFromInline let action: Action

  @inlinable
  @inline(__always)
  init(_ state: State, _ action: Action = .none) {
    self.state = state
    self.action = action
  }
}
