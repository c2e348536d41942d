/// A list that is filled and emptied for every install without giving its memory back.
///
/// An array would do, but asks at every append and access whether it is shared
/// and whether the index is right: a third of the engine's time (see the
/// module's documentation, "Speed"). Elements are plain bits; indices are the
/// engine's own and are checked in debug builds.
struct ReusedBuffer<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  init(_ elements: [Element]) {
    self.init(capacity: max(1, elements.count))
    base.initialize(from: elements, count: elements.count)
    count = elements.count
  }

  init(repeating element: Element, count: Int) {
    self.init(capacity: max(1, count))
    base.initialize(repeating: element, count: count)
    self.count = count
  }

  deinit { base.deallocate() }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    base[count] = element
    count += 1
  }

  /// Makes room for some elements at the end, which are then to be set.
  @inline(__always)
  mutating func extend(by more: Int) -> UnsafeMutablePointer<Element> {
    while count + more > capacity { grow() }
    count += more
    return base + (count - more)
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      base[index] = newValue
    }
  }

  /// Where elements from an index on are; no longer than the buffer lives and does not grow.
  @inline(__always)
  func pointer(to index: Int) -> UnsafeMutablePointer<Element> { base + index }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}

/// A short list of a trial's numbers, read in the inner loop and never changed.
struct FixedList<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int
  private let ownsMemory: Bool

  init(_ elements: [Element]) {
    self.init(count: elements.count) { $0.initialize(from: elements, count: elements.count) }
  }

  /// - Parameter set: initialises as many elements as there are.
  init(count: Int, _ set: (_ elements: UnsafeMutablePointer<Element>) -> Void) {
    self.count = count
    ownsMemory = true
    base = .allocate(capacity: max(1, count))
    set(base)
  }

  /// Another list's numbers; not to be read when that is gone.
  init(sharing other: borrowing FixedList) {
    base = other.base
    count = other.count
    ownsMemory = false
  }

  deinit { if ownsMemory { base.deallocate() } }

  @inline(__always) var isEmpty: Bool { count == 0 }

  @inline(__always)
  subscript(index: Int) -> Element {
    assert(index >= 0 && index < count)
    return base[index]
  }
}
