/// Where the uniform that a count is drawn by passes one, two and three.
struct CountBounds: BitwiseCopyable {
  let first: Double
  let second: Double
  let third: Double

  /// The count, or three if it is more.
  @inline(__always)
  func count(at u: Double) -> Int {
    (u >= first ? 1 : 0) + (u >= second ? 1 : 0) + (u >= third ? 1 : 0)
  }
}
