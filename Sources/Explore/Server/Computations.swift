import Foundation

/// What is computed for the pages that are open: one answer for each at a time, the one that it asked for last.
actor Computations {
  /// Pages that are remembered; the one that asked longest ago is forgotten, and its answer ended.
  static let mostPages = 16

  /// The page that asked last is last.
  private var pages: [(name: String, task: Task<Void, Never>)] = []
  /// How many are at work now.
  private(set) var running = 0

  /// Cancels what a page waits for, and begins something else for it once that has ended.
  ///
  /// - Parameter work: begun in any case, also where it was overtaken before.
  @discardableResult
  func begin(for name: String, _ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let before = pages.firstIndex { $0.name == name }.map { pages.remove(at: $0).task }
    before?.cancel()
    if pages.count >= Self.mostPages { pages.removeFirst().task.cancel() }
    let task = Task {
      await before?.value
      running += 1
      await work()
      running -= 1
    }
    pages.append((name, task))
    return task
  }

  /// Ends everything.
  func cancelAll() {
    for page in pages { page.task.cancel() }
    pages = []
  }
}

/// Threads that answers are worked out on, apart from those that read requests.
///
/// Swift's own threads are as many as there are cores, and a simulation keeps them all until its end. A request that
/// comes meanwhile, and with it the news that the answer is no longer wanted, would have to wait for that. Connections
/// are limited, and so is what each begins: a thread for every piece of work is affordable.
final class AnswerThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
