#if canImport(Observation)
  import Observation
#endif

/// Who is told of changes: Observation where the system has it, and the callbacks that work everywhere.
@MainActor
struct ChangeObservers<Value> {
  /// An `ObservationRegistrar`, whose type older systems do not have.
  private let registrar: (any Sendable)?
  private var callbacks: [(number: Int, call: @MainActor (Value) -> Void)] = []
  private var next = 0

  init() {
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
        registrar = ObservationRegistrar()
      } else {
        registrar = nil
      }
    #else
      registrar = nil
    #endif
  }

  mutating func add(_ call: @escaping @MainActor (Value) -> Void) -> Int {
    next += 1
    callbacks.append((next, call))
    return next
  }

  mutating func remove(_ number: Int) { callbacks.removeAll { $0.number == number } }

  /// Tells those who observe by callback; one that adds or removes others does so for the next change.
  func tell(_ value: Value) {
    for callback in callbacks { callback.call(value) }
  }

  #if canImport(Observation)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    func access<Subject: Observable, Member>(_ subject: Subject, _ keyPath: KeyPath<Subject, Member>) {
      (registrar as? ObservationRegistrar)?.access(subject, keyPath: keyPath)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    func willSet<Subject: Observable, Member>(_ subject: Subject, _ keyPath: KeyPath<Subject, Member>) {
      (registrar as? ObservationRegistrar)?.willSet(subject, keyPath: keyPath)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    func didSet<Subject: Observable, Member>(_ subject: Subject, _ keyPath: KeyPath<Subject, Member>) {
      (registrar as? ObservationRegistrar)?.didSet(subject, keyPath: keyPath)
    }
  #endif
}
