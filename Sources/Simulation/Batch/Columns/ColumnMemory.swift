import Synchronization

/// The memory of columns, in a few pieces: to ask for each column's alone would take longer than to fill it.
struct ColumnMemory: ~Copyable {
  private let pieces: ColumnPieces
  private var taken: [UnsafeMutableRawPointer] = []
  /// Of columns that are longer than a piece.
  private var longer: [UnsafeMutableRawPointer] = []
  /// What is left of the last piece.
  private var free = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// Every column begins at a multiple of this.
  static var alignment: Int { 16 }

  /// - Parameter pieces: where they come from and go to.
  init(_ pieces: ColumnPieces) { self.pieces = pieces }

  deinit {
    for memory in longer { memory.deallocate() }
    pieces.giveBack(taken)
  }

  /// - Parameter times: how many columns follow each other.
  mutating func column<Element: BitwiseCopyable>(
    _ element: Element, times: Int = 1
  ) -> UnsafeMutablePointer<Element> {
    // Lists may hold one more, so that their length is even.
    let capacity = max(1, times) * InstallColumns.capacity + 1
    let column = room(forBytes: capacity * MemoryLayout<Element>.stride)
      .bindMemory(to: Element.self, capacity: capacity)
    for first in stride(from: 0, to: capacity - 1, by: InstallColumns.capacity) {
      (column + first).initialize(repeating: element, count: pieces.filled)
    }
    return column
  }

  private mutating func room(forBytes count: Int) -> UnsafeMutableRawPointer {
    let whole = (count + Self.alignment - 1) / Self.alignment * Self.alignment
    guard whole <= ColumnPieces.bytes else {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: whole, alignment: Self.alignment)
      longer.append(memory)
      return memory
    }
    if let start = free.baseAddress, free.count >= whole {
      free = UnsafeMutableRawBufferPointer(rebasing: free[whole...])
      return start
    }
    let start = pieces.take()
    taken.append(start)
    free = UnsafeMutableRawBufferPointer(start: start + whole, count: ColumnPieces.bytes - whole)
    return start
  }
}

/// Pieces of memory that one trial's columns leave to the next.
///
/// Given back to the system, they would come again page by page, in every trial.
final class ColumnPieces: Sendable {
  private struct Piece: @unchecked Sendable {
    let memory: UnsafeMutableRawPointer
  }

  static var bytes: Int { 65_536 }
  /// Entries of a column that a trial can look at: to fill more would take most of the time of a small one.
  let filled: Int
  private let free = Mutex<[Piece]>([])

  /// - Parameter installs: of a trial.
  init(installs: Int) { filled = min(InstallColumns.capacity, max(0, installs)) + 1 }

  deinit {
    free.withLock { free in
      for piece in free { piece.memory.deallocate() }
    }
  }

  /// A piece whose bytes mean nothing.
  func take() -> UnsafeMutableRawPointer {
    let known = free.withLock { $0.popLast() }
    return known?.memory ?? .allocate(byteCount: Self.bytes, alignment: ColumnMemory.alignment)
  }

  func giveBack(_ pieces: [UnsafeMutableRawPointer]) {
    let pieces = pieces.map { Piece(memory: $0) }
    free.withLock { $0 += pieces }
  }
}
