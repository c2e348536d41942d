import Foundation
import Synchronization

/// Numbers of many trials, one row each, of which a few columns are looked at together.
///
/// The last rows are in memory. The others are in a file, block by block, and in memory too where the system has no room
/// for one. Copies share the file, and what is added to one is not in another.
public struct TrialLog: Sendable {
  private let file: TrialFile
  /// Rows that are not the last, column by column: where in the file they begin, or they themselves.
  private var blocks: [(start: Int?, held: [Double])] = []
  /// The last rows, one after the other.
  private var last: [Double] = []
  /// Numbers of a row; 0 before there is one.
  public private(set) var columns = 0
  /// Rows of a block: 64 kB of them.
  private var blockRows: Int { max(1, (64 << 10) / 8 / max(1, columns)) }
  /// What stands for an absent number: a NaN that no calculation gives.
  private static let absent = Double(nan: 0x0A_B5_E7, signaling: false)

  /// No row yet; most will be in the file.
  public init(in file: TrialFile) { self.file = file }

  /// Adds a number to the next trial's row.
  public mutating func append(_ number: Double?) { last.append(number ?? Self.absent) }

  /// Ends that row; all have as many numbers.
  public mutating func endRow() {
    if columns == 0 { columns = last.count }
    guard columns > 0, last.count == blockRows * columns else { return }
    let block = (0..<columns).flatMap { column in
      stride(from: column, to: last.count, by: columns).map { last[$0] }
    }
    let start = file.keep(block)
    blocks.append((start, start == nil ? block : []))
    last.removeAll(keepingCapacity: true)
  }

  /// One of the numbers, trial by trial; empty before there is a row.
  public subscript(column: Int) -> [Double?] {
    var numbers: [Double?] = []
    numbers.reserveCapacity(blocks.count * blockRows + blockRows)
    let rows = column * blockRows..<(column + 1) * blockRows
    for (start, held) in blocks {
      let part = start.map { file.read(blockRows, from: $0 + rows.lowerBound) } ?? Array(held[rows])
      numbers += part.map(Self.entry)
    }
    for place in stride(from: column, to: last.count, by: max(1, columns)) {
      numbers.append(Self.entry(last[place]))
    }
    return numbers
  }

  private static func entry(_ number: Double) -> Double? {
    number.bitPattern == absent.bitPattern ? nil : number
  }
}

/// Where logs keep what is not looked at: a file without a name, which is gone with its last use.
public final class TrialFile: Sendable {
  /// The open file, and the numbers in it; 0 before it is needed.
  private let state = Mutex<(descriptor: Int32, count: Int)>((0, 0))

  /// Nothing kept yet, and no file.
  public init() {}

  deinit { state.withLock { if $0.descriptor > 0 { close($0.descriptor) } } }

  /// Keeps numbers.
  ///
  /// - Returns: where they begin; `nil` where there is no room for them.
  func keep(_ numbers: [Double]) -> Int? {
    state.withLock { state in
      if state.descriptor == 0 {
        guard let file = tmpfile() else { return nil }
        state.descriptor = dup(fileno(file))
        fclose(file)
      }
      let bytes = 8 * numbers.count
      guard pwrite(state.descriptor, numbers, bytes, off_t(8 * state.count)) == bytes else { return nil }
      defer { state.count += numbers.count }
      return state.count
    }
  }

  /// Reads numbers that are kept, from where they begin.
  func read(_ count: Int, from start: Int) -> [Double] {
    Array(unsafeUninitializedCapacity: count) { numbers, filled in
      let read = pread(state.withLock { $0.descriptor }, numbers.baseAddress, 8 * count, off_t(8 * start))
      precondition(read == 8 * count, "what was written to an open file can be read")
      filled = count
    }
  }
}
