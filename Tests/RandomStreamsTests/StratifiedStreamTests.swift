import Testing

@testable import RandomStreams

@Suite("Stratified uniforms")
struct StratifiedStreamTests {
  private let draw = Address(purpose: 32)
  private let strata = Address(purpose: 37)

  private func uniforms(_ seed: UInt64, block: Int, path: String) -> [Double] {
    (0..<StratifiedStream.trials).map { position in
      TrialStream(seed: seed, trial: UInt64(block * StratifiedStream.trials + position)).stratified(
        path: path
      )
      .uniform(draw, stratum: strata)
    }
  }

  @Test("each block has one uniform in each stratum, in an order of its own")
  func oneEach() {
    var orders: Set<[Int]> = []
    for block in 0..<20 {
      for path in ["population.allow.rate", "population.retention.d1"] {
        let order = uniforms(7, block: block, path: path).map { Int($0 * 50) }
        #expect(order.sorted() == Array(0..<50))
        orders.insert(order)
      }
    }
    #expect(orders.count == 40)
  }

  @Test("every position takes every stratum equally often, and uniforms are uniform within it")
  func fair() {
    var counts = [Int](repeating: 0, count: 50)
    var within: [Double] = []
    for block in 0..<4_000 {
      let position = UInt64(block * 50 + 17)
      let u = TrialStream(seed: 3, trial: position).stratified(path: "p").uniform(draw, stratum: strata)
      counts[Int(u * 50)] += 1
      within.append(u * 50 - (u * 50).rounded(.down))
    }
    // χ² of 50 strata of 80 each; 85.4 is its 99.9% point with 49 degrees of freedom.
    let chiSquare = counts.reduce(0.0) { $0 + (Double($1) - 80) * (Double($1) - 80) / 80 }
    #expect(chiSquare < 85.4)
    #expect(kolmogorovSmirnov(within) { $0 } < kolmogorovSmirnovLimit)
  }

  @Test("two parameters' strata are independent")
  func independent() {
    var sum = 0.0
    for block in 0..<100 {
      for (u, v) in zip(uniforms(5, block: block, path: "a"), uniforms(5, block: block, path: "b")) {
        sum += (u - 0.5) * (v - 0.5) * 12
      }
    }
    // A correlation of 5,000 pairs, within 3.3 of its standard errors.
    #expect((sum / 5_000).magnitude < 3.3 / 5_000.0.squareRoot())
  }

  @Test("a second attempt stays in the stratum, another permutation does not know it")
  func attempts() {
    let stream = TrialStream(seed: 1, trial: 123).stratified(path: "p")
    let first = stream.uniform(draw, stratum: strata)
    let again = stream.uniform(Address(purpose: 32, index: 1), stratum: strata)
    #expect(first != again)
    #expect(Int(first * 50) == Int(again * 50))
    let others = (0..<50).map { stream.stratum(Address(purpose: 37, index: $0)) }
    #expect(Set(others).count > 20)
  }

  /// Words promised for ever: a change here changes every stored result.
  @Test("uniforms keep their bits")
  func pinned() {
    let found = [0, 1, 49, 50, 1_999].map {
      TrialStream(seed: 20_261_121, trial: $0).stratified(path: "population.allow.rate").uniform(
        draw, stratum: strata)
    }
    #expect(
      found == [
        0.8030557843844036, 0.00303450503441036, 0.5045565352796414, 0.01544650787823998, 0.48214166746991516,
      ])
  }
}
