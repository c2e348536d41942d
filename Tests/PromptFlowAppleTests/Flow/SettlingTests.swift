import Dispatch
import PromptFlowTesting
import Synchronization
import Testing

/// Keeps the jobs that it is given while it is stopped, as a thread does that gets no time.
private final class SlowThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let isStopped = Mutex(false)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard isStopped.withLock({ $0 }) else { return job.runSynchronously(on: asUnownedTaskExecutor()) }
    jobs.withLock { $0.append(job) }
  }

  /// Keeps from now on what it is given.
  func stop() { isStopped.withLock { $0 = true } }

  /// Runs what it has kept, and from now on everything at once.
  func goOn() {
    isStopped.withLock { $0 = false }
    let kept = jobs.withLock { kept in
      defer { kept = [] }
      return kept
    }
    for job in kept { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

@MainActor
@Suite("What a test lets happen before it looks")
struct SettlingTests {
  /// What happened, in order.
  @MainActor
  private final class Happened {
    var what: [Int] = []
  }
  private let happened = Happened()

  @Test("a call that was ended is waited for, however late the thread is that it returns by")
  func slowThread() async {
    let call = HeldCall()
    let thread = SlowThread()
    start(on: thread) {
      await call.hold()
      happened.what.append(1)
    }
    await HeldCall.settle()
    #expect(call.isHeld)
    thread.stop()
    call.end()
    Task {
      for _ in 0..<100 { await turn() }
      thread.goOn()
    }
    await HeldCall.settle()
    #expect(happened.what == [1])
  }

  @Test("calls return in the order in which they were ended, and not in that of their threads")
  func order() async {
    let calls = (0..<8).map { _ in HeldCall() }
    let threads = calls.map { _ in SlowThread() }
    for (index, call) in calls.enumerated() {
      start(on: threads[index]) {
        await call.hold()
        happened.what.append(index)
      }
    }
    await HeldCall.settle()
    for thread in threads { thread.stop() }
    for call in calls { call.end() }
    for thread in threads.reversed() { thread.goOn() }
    await HeldCall.settle()
    #expect(happened.what == Array(0..<8))
  }

  @Test("of two waits that end at once the one that was due earlier goes on first")
  func clock() async {
    let clock = ManualClock()
    for (index, seconds) in [3.0, 1, 2].enumerated() {
      Task {
        await clock.wait(seconds: seconds)
        happened.what.append(index)
      }
    }
    await HeldCall.settle()
    clock.advance(by: 3)
    await HeldCall.settle()
    #expect(happened.what == [1, 2, 0])
  }

  @Test("ending a call that nobody is in does nothing")
  func nobody() async {
    let call = HeldCall()
    call.end()
    await HeldCall.settle()
    #expect(!call.isHeld)
  }

  private func start(on thread: SlowThread, _ body: @escaping @MainActor @Sendable () async -> Void) {
    Task(executorPreference: thread) { await body() }
  }

  /// A turn of the main actor's queue of which ``HeldCall/settle()`` knows nothing.
  private func turn() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
