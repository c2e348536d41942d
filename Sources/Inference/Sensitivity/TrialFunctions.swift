/// Functions of the inputs, worked out for some trials where they are needed.
///
/// Kept for all trials, the functions of an answer's inputs would take more memory than all else of it.
protocol TrialFunctions {
  /// How many there are.
  var count: Int { get }

  /// Writes their numbers in some trials, one function after the other.
  ///
  /// - Parameters:
  ///   - trials: by position; not beyond the last trial.
  ///   - start: where the first function's numbers go.
  ///   - stride: from a function's first number to the next function's; at least as many as the trials.
  func write(_ trials: Range<Int>, to start: UnsafeMutablePointer<Double>, apart stride: Int)
}

extension TrialFunctions {
  /// Visits all functions in all trials, some trials at a time, in order.
  func forEachBlock(of trials: Int, _ visit: (FunctionBlock) -> Void) {
    let capacity = FunctionBlock.capacity
    var numbers = [Double](repeating: 0, count: max(1, count * capacity))
    numbers.withUnsafeMutableBufferPointer { numbers in
      guard let start = numbers.baseAddress else { return }
      for first in stride(from: 0, to: trials, by: capacity) {
        let own = first..<min(first + capacity, trials)
        write(own, to: start, apart: capacity)
        visit(FunctionBlock(trials: own, numbers: start))
      }
    }
  }

  /// All numbers of all functions, one function after the other.
  func numbers(trials: Int) -> [Double] {
    [Double](unsafeUninitializedCapacity: count * trials) { numbers, filled in
      if let start = numbers.baseAddress { write(0..<trials, to: start, apart: trials) }
      filled = count * trials
    }
  }
}

/// The functions of some trials.
struct FunctionBlock {
  /// Trials at most: whole tens of them, so that every block begins with the first fold.
  static let capacity = 200

  /// By position.
  let trials: Range<Int>
  private let numbers: UnsafePointer<Double>

  fileprivate init(trials: Range<Int>, numbers: UnsafePointer<Double>) {
    self.trials = trials
    self.numbers = numbers
  }

  /// The numbers of a function, trial by trial.
  subscript(function: Int) -> UnsafePointer<Double> { numbers + function &* Self.capacity }
}

/// Functions that are kept, a column each.
extension Array: TrialFunctions where Element == [Double] {
  func write(_ trials: Range<Int>, to start: UnsafeMutablePointer<Double>, apart stride: Int) {
    for (function, column) in enumerated() {
      for (index, trial) in trials.enumerated() { start[function * stride + index] = column[trial] }
    }
  }
}

/// The smooth functions of several groups of parameters, one group's after the other's.
struct SmoothFunctions: TrialFunctions {
  let bases: [SmoothBasis]
  /// Positions of each group's functions among all.
  let groups: [Range<Int>]
  let count: Int

  init(_ bases: [SmoothBasis]) {
    self.bases = bases
    var groups: [Range<Int>] = []
    var count = 0
    for basis in bases {
      groups.append(count..<count + basis.count)
      count += basis.count
    }
    self.groups = groups
    self.count = count
  }

  func write(_ trials: Range<Int>, to start: UnsafeMutablePointer<Double>, apart stride: Int) {
    for (basis, group) in zip(bases, groups) {
      basis.write(trials, to: start + group.lowerBound * stride, apart: stride)
    }
  }
}
