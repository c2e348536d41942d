import Foundation
import Synchronization

/// Threads that answers are worked out on, apart from those that read requests.
///
/// Swift's own threads are as many as there are cores, and a simulation keeps them all until its end. A request that
/// comes meanwhile, and with it the news that the answer is no longer wanted, would have to wait for that.
final class AnswerThreads: TaskExecutor {
  private let queue: JobQueue

  /// - Parameter most: threads at most, at least 1; one begins when there is work and no other is free.
  init(most: Int) { queue = JobQueue(most: most) }

  deinit { queue.end() }

  func enqueue(_ job: consuming ExecutorJob) {
    // Each job keeps its threads until it is done.
    queue.add(JobQueue.Item(job: UnownedJob(job), executor: self))
  }
}

/// Jobs that wait for a thread, and the threads that wait for jobs.
private final class JobQueue: Sendable {
  struct Item: Sendable {
    var job: UnownedJob
    var executor: AnswerThreads
  }

  private struct State {
    var items: [Item] = []
    var threads = 0
    /// Threads that wait and that no job is meant for yet.
    var free = 0
    var isEnded = false
  }

  private let most: Int
  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)

  init(most: Int) { self.most = most }

  func add(_ item: Item) {
    let begins = state.withLock { state in
      state.items.append(item)
      if state.free > 0 {
        state.free -= 1
        news.signal()
      } else if state.threads < most {
        state.threads += 1
        return true
      }
      return false
    }
    if begins { Thread { [self] in work() }.start() }
  }

  /// Lets every thread end once nothing waits.
  func end() {
    state.withLock { state in
      state.isEnded = true
      for _ in 0..<state.free { news.signal() }
      state.free = 0
    }
  }

  private func work() {
    while true {
      let (item, isEnded) = state.withLock { state -> (Item?, Bool) in
        guard state.items.isEmpty else { return (state.items.removeFirst(), false) }
        if !state.isEnded { state.free += 1 }
        return (nil, state.isEnded)
      }
      if let item {
        item.job.runSynchronously(on: item.executor.asUnownedTaskExecutor())
      } else if isEnded {
        return
      } else {
        news.wait()
      }
    }
  }
}
