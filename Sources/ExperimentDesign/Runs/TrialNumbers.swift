/// Trials by their numbers, ascending, kept as evenly spaced pieces: all of a run of billions take no more
/// room than one.
public struct TrialNumbers: Sendable {
  private struct Piece: Sendable {
    var first: Int
    var step: Int
    var count: Int
    /// Trials in the pieces before.
    var before: Int
  }

  private var pieces: [Piece] = []

  /// No trial.
  public init() {}

  /// All of a range.
  public init(_ range: Range<Int>) { append(range) }

  /// Some trials in ascending order.
  public init(_ trials: some Sequence<Int>) {
    for trial in trials { append(trial..<trial + 1) }
  }

  /// Adds a range at the end; it begins where the last trial ended or later.
  public mutating func append(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if let last = pieces.last, last.step == 1, last.first + last.count == range.lowerBound {
      pieces[pieces.count - 1].count += range.count
    } else {
      pieces.append(Piece(first: range.lowerBound, step: 1, count: range.count, before: count))
    }
  }

  /// Those that leave a remainder when they are divided: the trials that one shard of several has.
  ///
  /// - Parameters:
  ///   - divisor: at least 1.
  ///   - remainder: from 0 to below the divisor.
  public func leaving(_ remainder: Int, dividedBy divisor: Int) -> TrialNumbers {
    var kept = TrialNumbers()
    for piece in pieces {
      if piece.step == 1 {
        let skipped = ((remainder - piece.first) % divisor + divisor) % divisor
        guard skipped < piece.count else { continue }
        kept.pieces.append(
          Piece(
            first: piece.first + skipped, step: divisor,
            count: (piece.count - skipped + divisor - 1) / divisor,
            before: kept.count))
      } else {
        for trial in stride(from: piece.first, to: piece.first + piece.step * piece.count, by: piece.step)
        where trial % divisor == remainder {
          kept.append(trial..<trial + 1)
        }
      }
    }
    return kept
  }

  /// The same trials as ranges, of those that follow one another.
  public var ranges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for piece in pieces {
      if piece.step == 1 {
        ranges.append(piece.first..<piece.first + piece.count)
      } else {
        for index in 0..<piece.count {
          let trial = piece.first + index * piece.step
          ranges.append(trial..<trial + 1)
        }
      }
    }
    return ranges
  }
}

extension TrialNumbers: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// How many there are.
  public var endIndex: Int { pieces.last.map { $0.before + $0.count } ?? 0 }

  /// The trial at a position, in time logarithmic in the pieces.
  public subscript(position: Int) -> Int {
    var (low, high) = (0, pieces.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if pieces[middle].before <= position { low = middle } else { high = middle - 1 }
    }
    let piece = pieces[low]
    return piece.first + (position - piece.before) * piece.step
  }
}

extension TrialNumbers: Equatable {
  /// Whether they are the same trials, however they are kept.
  public static func == (first: Self, second: Self) -> Bool {
    first.count == second.count && first.elementsEqual(second)
  }
}

extension TrialNumbers: ExpressibleByArrayLiteral {
  /// Some trials in ascending order.
  public init(arrayLiteral trials: Int...) { self.init(trials) }
}
