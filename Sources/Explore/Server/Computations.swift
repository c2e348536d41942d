import Synchronization

/// A computation that somebody watches, until nobody does.
final class Computation: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Whether it is to end.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() { flag.store(true, ordering: .relaxed) }
}

/// What is computed for the pages that are open: one answer for each at a time, the one that it asked for last.
actor Computations {
  /// Pages that are remembered; the one that asked longest ago is forgotten, and its answer ended.
  static let mostPages = 16

  private struct Page {
    var name: String
    var computation: Computation
    var task: Task<Void, Never>
  }

  /// The page that asked last is last.
  private var pages: [Page] = []
  /// How many are at work now, and how many were at most.
  private(set) var running = 0
  private(set) var mostRunning = 0

  /// Ends what a page waits for, and begins something else for it once that has ended.
  ///
  /// - Parameter onEnd: called in any case, also where the work was overtaken before it began.
  func begin(
    for name: String, _ computation: Computation,
    _ work: @escaping @Sendable (Computation) async -> Void, onEnd: @escaping @Sendable () -> Void = {}
  ) {
    var before: Task<Void, Never>?
    if let index = pages.firstIndex(where: { $0.name == name }) {
      let page = pages.remove(at: index)
      page.computation.cancel()
      before = page.task
    } else if pages.count >= Self.mostPages {
      pages.removeFirst().computation.cancel()
    }
    let task = Task { [before] in
      defer { onEnd() }
      await before?.value
      guard !computation.isCancelled else { return }
      note(beginning: true)
      await work(computation)
      note(beginning: false)
    }
    pages.append(Page(name: name, computation: computation, task: task))
  }

  /// Ends everything.
  func cancelAll() {
    for page in pages { page.computation.cancel() }
    pages = []
  }

  private func note(beginning: Bool) {
    running += beginning ? 1 : -1
    mostRunning = max(mostRunning, running)
  }
}
