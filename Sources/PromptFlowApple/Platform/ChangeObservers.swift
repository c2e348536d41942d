#if canImport(Observation)
  import Observation
#endif

/// An observation that goes on while this is kept; it ends with ``cancel()``, or when nobody keeps this any more.
@MainActor
public class FlowObservation {
  init() {}

  /// Ends the observation; nothing is sent from here on, not even a change that is being sent now.
  public func cancel() {}
}

/// The observation that calls back with a value.
@MainActor
private final class Callback<Value>: FlowObservation {
  var call: (@MainActor (Value) -> Void)?

  init(_ call: @escaping @MainActor (Value) -> Void) { self.call = call }

  override func cancel() { call = nil }
}

/// Who is notified of changes: Observation where the system has it, and the callbacks that work everywhere.
@MainActor
struct ChangeObservers<Value> {
  /// An `ObservationRegistrar`, whose type older systems do not have.
  private let registrar: (any Sendable)?
  private var callbacks: [WeakCallback] = []

  private struct WeakCallback {
    weak var callback: Callback<Value>?
  }

  init() {
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, *) {
        registrar = ObservationRegistrar()
      } else {
        registrar = nil
      }
    #else
      registrar = nil
    #endif
  }

  mutating func add(_ call: @escaping @MainActor (Value) -> Void) -> FlowObservation {
    callbacks.removeAll { $0.callback?.call == nil }
    let added = Callback(call)
    callbacks.append(WeakCallback(callback: added))
    return added
  }

  /// Tells those who observe by callback; one that begins to observe meanwhile is notified of the next change.
  func tell(_ value: Value) {
    for callback in callbacks { callback.callback?.call?(value) }
  }

  #if canImport(Observation)
    @available(macOS 14, iOS 17, tvOS 17, *)
    func access<Subject: Observable, Member>(_ subject: Subject, _ keyPath: KeyPath<Subject, Member>) {
      (registrar as? ObservationRegistrar)?.access(subject, keyPath: keyPath)
    }

    @available(macOS 14, iOS 17, tvOS 17, *)
    func willSet<Subject: Observable, Member>(_ subject: Subject, _ keyPath: KeyPath<Subject, Member>) {
      (registrar as? ObservationRegistrar)?.willSet(subject, keyPath: keyPath)
    }

    @available(macOS 14, iOS 17, tvOS 17, *)
    func didSet<Subject: Observable, Member>(_ subject: Subject, _ keyPath: KeyPath<Subject, Member>) {
      (registrar as? ObservationRegistrar)?.didSet(subject, keyPath: keyPath)
    }
  #endif
}
