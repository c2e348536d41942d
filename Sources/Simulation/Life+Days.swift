import RandomStreams

/// When it opens the app, and until when.
extension Life {
  /// Draws the sessions until the person leaves or the horizon is passed.
  ///
  /// How many sessions there would be without a horizon is geometric: by inversion, the person leaves
  /// after the first n with (1 − p)ⁿ ≤ u. A gap is −ln(u)/λ, so a session starts by the horizon while
  /// the product of all u so far is at least e^(−λ·horizon). So a session costs two multiplications,
  /// and a logarithm only where a day is asked for. Long before that product could underflow, a new
  /// one begins.
  mutating func drawDays(_ people: SegmentNumbers, horizon: Double) {
    sessions.append(1)
    leavesAtLast = true
    let u = stream.uniform(purpose: Purpose.sessionCount)
    let staying = 1 - leavingProbability
    var stays = staying
    guard stays > u else { return }
    sessionRate = drawRate(people)
    let expectedGaps = sessionRate * horizon
    var product = 1.0
    var left = expectedGaps
    // The least product with which a session starts by the horizon, or by the span's end.
    var least = ElementaryFunctions.exp(-min(left, Self.longestSpan))
    var number: UInt32 = 0
    while stays > u {
      stays *= staying
      product *= stream.uniform(purpose: Purpose.sessionGap, index: number)
      if !(product >= least) {
        if left > Self.longestSpan { left += ElementaryFunctions.log(product) } else { left = -1 }
        guard left >= 0 else {
          leavesAtLast = false
          return
        }
        spans.append(Span(firstSession: sessions.count, epoch: expectedGaps - left))
        product = 1
        least = ElementaryFunctions.exp(-min(left, Self.longestSpan))
      }
      sessions.append(product)
      number &+= 1
    }
  }

  /// The uniform that decides whether a session is the last: below the leaving probability, it is.
  ///
  /// That the undisturbed life goes on, or ends here, is known; within that it is drawn anew.
  @inline(__always)
  func leavingUniform(of session: Int) -> Double {
    let u = stream.uniform(purpose: Purpose.leaving, index: UInt32(truncatingIfNeeded: session))
    return leavesAtLast && session + 1 == sessions.count
      ? leavingProbability * u : leavingProbability + (1 - leavingProbability) * u
  }

  /// A product of uniforms is begun anew once it is below e to the minus this power.
  static var longestSpan: Double { 600 }

  /// Days from install to a session's start.
  @inline(__always)
  mutating func day(of session: Int) -> Double {  // not `mutating`, it would copy the whole life
    if session == 0 { return 0 }
    var epoch = 0.0
    for position in 0..<spans.count where spans[position].firstSession <= session {
      epoch = spans[position].epoch
    }
    return (epoch - ElementaryFunctions.log(sessions[session])) / sessionRate
  }
}
