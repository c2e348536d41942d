import Dispatch
import Synchronization

/// What `work` gives for each number below `count`, in order, worked out on at most `threads` threads.
///
/// - Throws: what `work` throws for the least number that it throws for, whichever thread is the first.
public func concurrently<Value: Sendable>(
  _ count: Int, threads: Int, _ work: @Sendable (Int) throws -> Value
) throws -> [Value] {
  let workers = max(1, min(threads, count))
  let found = Mutex([Result<Value, any Error>?](repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: workers) { worker in
    for number in stride(from: worker, to: count, by: workers) {
      let result = Result { try work(number) }
      found.withLock { $0[number] = result }
    }
  }
  return try found.withLock { $0 }.compactMap { try $0?.get() }
}
