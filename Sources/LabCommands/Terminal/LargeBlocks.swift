import Foundation

/// Large blocks of memory: above all the columns of a run with many trials.
enum LargeBlocks {
  /// Has blocks from a quarter of a megabyte on given back to the system as soon as nothing needs them.
  ///
  /// The C library of Linux raises that size with every larger block that is let go. It then keeps holes that the next
  /// part of an answer does not fit, a third of the memory at 120,000 trials. On other systems this does nothing.
  static func giveBack() {
    #if canImport(Glibc)
      typealias SetOption = @convention(c) (_ option: CInt, _ value: CInt) -> CInt
      // By name, and the option by number: Swift's module of that library leaves out its header of memory.
      let blocksOfTheirOwn: CInt = -3
      guard let found = dlsym(nil, "mallopt") else { return }
      _ = unsafeBitCast(found, to: SetOption.self)(blocksOfTheirOwn, 1 << 18)
    #endif
  }
}
