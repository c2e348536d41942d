extension FlowDriver {
  /// What has to be done after one event, in order.
  ///
  /// At most four: the consent layer's, the ask's, the retry's and the gate's. Kept in place, since the simulation
  /// makes millions of them.
  @frozen
  @usableFromInline
  package struct Tasks: Sequence, IteratorProtocol, Sendable {
    @usableFromInline var first: Task?
    @usableFromInline var second: Task?
    @usableFromInline var third: Task?
    @usableFromInline var fourth: Task?

    /// Nothing to do.
    @inlinable
    @inline(__always)
    package init() {}

    /// Whether there is nothing to do.
    @inlinable @inline(__always) package var isEmpty: Bool { first == nil }

    @inlinable
    @inline(__always)
    mutating func append(_ task: Task) {
      if first == nil {
        first = task
      } else if second == nil {
        second = task
      } else if third == nil {
        third = task
      } else {
        fourth = task
      }
    }

    /// The next task; the first ones are gone then.
    @inlinable
    @inline(__always)
    package mutating func next() -> Task? {
      let task = first
      first = second
      second = third
      third = fourth
      fourth = nil
      return task
    }
  }
}
