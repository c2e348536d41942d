import Foundation

/// What is computed for the pages that are open: one answer for each at a time, the one that it asked for last.
actor Computations {
  /// By the name of the page.
  private var tasks: [String: Task<Void, Never>] = [:]
  /// How many are at work now.
  private(set) var running = 0

  /// Cancels what a page waits for, and begins something else for it once that has ended.
  ///
  /// - Parameter work: begun in any case, also where it was overtaken before.
  @discardableResult
  func begin(for name: String, _ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let before = tasks[name]
    before?.cancel()
    let task = Task {
      await before?.value
      running += 1
      await work()
      running -= 1
    }
    tasks[name] = task
    return task
  }

  /// Ends everything.
  func cancelAll() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }
}

/// Threads that answers are worked out on, apart from those that read requests.
///
/// Swift's own threads are as many as there are cores, and a simulation keeps them all until its end. A request that
/// comes meanwhile, and with it the news that the answer is no longer wanted, would have to wait for that. A page has one
/// answer at a time, so that a thread for every piece of work is affordable.
final class AnswerThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
