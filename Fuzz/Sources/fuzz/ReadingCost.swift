import Foundation

/// What reading one input costs: bytes allocated, and seconds of this thread.
///
/// Bytes are counted by the hook of the address sanitizer, freed or not. So they bound both the memory that a
/// reading holds and the work of filling it, and are the same on every machine. Seconds only catch a reader that
/// works without allocating; their bound is far above what any reading takes.
struct ReadingCost {
  private var allocatedBefore = allocatedBytes
  private var secondsBefore = threadSeconds()

  /// Ends the process as a finding where reading these bytes cost more than their number allows.
  func requireBounded(_ bound: Bound, by bytes: [UInt8]) {
    let allocated = allocatedBytes - allocatedBefore
    let seconds = threadSeconds() - secondsBefore
    largestAllocation = max(largestAllocation, allocated)
    if allocated > bound.bytes(for: bytes.count) {
      found(
        "reading \(bytes.count) bytes allocated \(allocated), at most \(bound.bytes(for: bytes.count)) allowed"
      )
    }
    let mostSeconds = 2 + Double(bytes.count) / 4_096
    if seconds > mostSeconds {
      found(
        "reading \(bytes.count) bytes took \(seconds) s of the processor, at most \(mostSeconds) s allowed")
    }
  }

  /// Bytes that a reading may allocate: some whatever the input, and some for each byte of it.
  struct Bound {
    var atLeast: Int
    var perByte: Int

    func bytes(for count: Int) -> Int { atLeast + perByte * count }
  }
}

/// Does work of the fuzzer's own, whose allocations are not counted as the reader's.
func uncounted<Value>(_ work: () -> Value) -> Value {
  let before = allocatedBytes
  defer { allocatedBytes = before }
  return work()
}

/// Says at the end of the process how much the costliest reading allocated; scripts/fuzz prints it.
func reportLargestAllocation() {
  atexit { FileHandle.standardError.write(Data("most allocated: \(largestAllocation) bytes\n".utf8)) }
}

// One thread fuzzes. The sanitizer calls the hook within every allocation, so it does nothing but add.
nonisolated(unsafe) private var allocatedBytes = 0
nonisolated(unsafe) private var largestAllocation = 0

/// Called by the address sanitizer with each allocation.
@_cdecl("__sanitizer_malloc_hook")
public func countAllocation(_ start: UnsafeRawPointer?, _ size: Int) { allocatedBytes &+= size }

private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
