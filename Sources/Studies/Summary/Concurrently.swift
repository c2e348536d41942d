import Dispatch
import Synchronization

/// What `work` gives for each number below `count`, in order, worked out on at most `threads` threads.
///
/// - Throws: what `work` throws for the least number that it throws for, whichever thread is the first.
func concurrently<Value: Sendable, Failure: Error>(
  _ count: Int, threads: Int, _ work: @Sendable (Int) throws(Failure) -> Value
) throws(Failure) -> [Value] {
  let workers = max(1, min(threads, count))
  let found = Mutex([Result<Value, Failure>?](repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: workers) { worker in
    for number in stride(from: worker, to: count, by: workers) {
      let result: Result<Value, Failure>
      do throws(Failure) {
        result = .success(try work(number))
      } catch {
        result = .failure(error)
      }
      found.withLock { $0[number] = result }
    }
  }
  var values: [Value] = []
  for case let result? in found.withLock({ $0 }) { values.append(try result.get()) }
  return values
}
