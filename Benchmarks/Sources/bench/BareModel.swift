/// The model of `bare-timing.yaml` by hand, as short as it can be written: what the machine could do at most.
///
/// A life is sessions until the person leaves, within a Poisson number of them, and a Poisson number of articles in each.
/// Nothing is kept but who opted in under each option.
enum BareModel {
  private static let articles = cumulated(mean: 2, count: 12)
  private static let visits = cumulated(mean: 30, count: 80)
  private static let leaving: Float = 0.25
  private static let allowing: Float = 0.3

  /// Plays lives one after the other.
  ///
  /// - Returns: those that opt in when asked at launch, after the first and after the third article.
  static func playOneByOne(_ lives: Int, seed: UInt32) -> SIMD4<Int> {
    var bits = seed | 1
    func uniform() -> Float {
      bits ^= bits << 13
      bits ^= bits >> 17
      bits ^= bits << 5
      return Float(bits >> 8) * 0x1p-24
    }
    func draw(_ cumulated: [Float]) -> Int {
      let u = uniform()
      var count = 0
      while count < cumulated.count, u >= cumulated[count] { count += 1 }
      return count
    }
    var opted = SIMD4<Int>()
    for _ in 0..<lives {
      var read = 0
      for _ in 0...draw(visits) {
        read += draw(articles)
        if read >= 3 || uniform() < leaving { break }
      }
      if uniform() < allowing { opted &+= SIMD4(1, read >= 1 ? 1 : 0, read >= 3 ? 1 : 0, 0) }
    }
    return opted
  }

  /// Plays lives sixteen at a time, each lane a life, until the last of them is over.
  static func playSideBySide(_ lives: Int, seed: UInt32) -> SIMD4<Int> {
    typealias Lanes = SIMD16<Float>
    typealias Bits = SIMD16<UInt32>
    var bits = Bits()
    for lane in 0..<16 { bits[lane] = (seed &+ UInt32(lane)) &* 0x9E37_79B9 | 1 }
    func uniform() -> Lanes {
      bits ^= bits &<< 13
      bits ^= bits &>> 17
      bits ^= bits &<< 5
      return Lanes(bits &>> 8) * 0x1p-24
    }
    func draw(_ cumulated: [Float]) -> Lanes {
      let u = uniform()
      var count = Lanes()
      for bound in cumulated { count.replace(with: count + 1, where: u .>= bound) }
      return count
    }
    var opted = SIMD4<Int>()
    for _ in 0..<lives / 16 {
      var left = draw(visits)
      var read = Lanes()
      var isThere = SIMDMask<SIMD16<Int32>>(repeating: true)
      while true {
        let more = draw(articles)
        read.replace(with: read + more, where: isThere)
        isThere = isThere .& (read .< 3) .& (left .>= 1) .& (uniform() .>= leaving)
        left -= 1
        if !any(isThere) { break }
      }
      let allows = uniform() .< allowing
      opted &+= SIMD4(count(allows), count(allows .& (read .>= 1)), count(allows .& (read .>= 3)), 0)
    }
    return opted
  }

  private static func count(_ mask: SIMDMask<SIMD16<Int32>>) -> Int {
    Int(SIMD16<Int32>().replacing(with: 1, where: mask).wrappedSum())
  }

  /// The probabilities of no more than 0, 1, 2… of a Poisson number.
  private static func cumulated(mean: Double, count: Int) -> [Float] {
    var (probability, sum) = (1.0, 0.0)
    for _ in 0..<Int(mean) { probability /= 2.718281828459045 }
    return (0..<count).map { number in
      if number > 0 { probability *= mean / Double(number) }
      sum += probability
      return Float(sum)
    }
  }
}
