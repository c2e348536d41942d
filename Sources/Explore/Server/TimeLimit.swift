/// Work that took longer than it may.
struct TookTooLong: Error {}

/// Does work that the other side may never let end, for so long at most.
///
/// - Throws: ``TookTooLong``, or what the work throws.
func within<Value: Sendable>(
  _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: limit)
      return nil
    }
    defer { group.cancelAll() }
    guard let first = try await group.next(), let value = first else { throw TookTooLong() }
    return value
  }
}
