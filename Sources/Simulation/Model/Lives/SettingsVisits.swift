import RandomStreams

/// The sessions of a life that could change its answer in Settings.
///
/// Every session from the second on has a uniform, and changes the answer if it lies below a small
/// probability. Rather than one a session, what is drawn is how many sessions pass until a uniform
/// lies below the largest of these probabilities (geometric), and that uniform: the same distribution, for
/// one draw in most lives.
struct SettingsVisits: ~Copyable {
  /// The visits of a life among those that are remembered.
  struct Range: BitwiseCopyable {
    var first = 0
    var count = 0
  }

  /// Of each visit, ascending; life after life.
  private var sessions = ReusedBuffer<Int>(capacity: 4)
  private var uniforms = ReusedBuffer<Double>(capacity: 4)
  /// The life that is asked about.
  var life = Range()
  private(set) var areDrawn = false

  @inline(__always)
  var count: Int { life.count }

  @inline(__always)
  mutating func forget() { areDrawn = false }

  /// The uniform of a session; 1, which changes nothing, where it holds no visit.
  @inline(__always)
  func uniform(inSession session: Int) -> Double {
    for visit in life.first..<life.first + life.count where sessions[visit] == session {
      return uniforms[visit]
    }
    return 1
  }

  /// The first session with a visit from one on; `nil` where there is none.
  func next(from session: Int) -> Int? {
    for visit in life.first..<life.first + life.count where sessions[visit] >= session {
      return sessions[visit]
    }
    return nil
  }

  /// What becomes of an answer over the visits that follow it.
  ///
  /// - Returns: whether the install ends authorized, and how many sessions ended so.
  func permission(
    from session: Int, _ allows: Bool, lived: Int, _ settings: AnswerScore.Settings
  ) -> (isAuthorized: Bool, sessions: Int) {
    var isAuthorized = allows
    var authorized = 0
    var since = session
    for visit in life.first..<life.first + life.count {
      let at = sessions[visit]
      guard at > session else { continue }
      guard at < lived else { break }
      let change = isAuthorized ? settings.revoke : settings.reenable  // R37, R38
      guard uniforms[visit] < change else { continue }
      if isAuthorized { authorized += at - since }
      since = at
      isAuthorized.toggle()
    }
    if isAuthorized { authorized += lived - since }
    return (isAuthorized, authorized)
  }

  /// Forgets the visits of all lives.
  mutating func removeAll() {
    sessions.removeAll()
    uniforms.removeAll()
  }

  /// Draws the visits of a life and remembers no other.
  ///
  /// - Parameter count: sessions of the undisturbed life.
  @inline(never)
  mutating func draw(_ stream: AddressedStream, _ count: Int, _ people: TrialSegment) {
    areDrawn = true
    removeAll()
    drawAnother(stream, count, people)
  }

  /// Draws the visits of a life beside those that are remembered, and asks about it from now on.
  ///
  /// - Parameter count: sessions of the undisturbed life.
  @inline(__always)
  mutating func drawAnother(_ stream: AddressedStream, _ count: Int, _ people: TrialSegment) {
    life = Range(first: sessions.count, count: 0)
    guard people.settingsMost > 0 else { return }
    let u = stream.uniform(purpose: DrawPurpose.settingsGap)
    // Most lives hold no visit, and a table tells.
    if count <= people.settingsPassed.count, u < people.settingsPassed[count - 1] { return }
    drawVisits(u, stream, count, people)
    life.count = sessions.count - life.first
  }

  /// ln(1 − p), without losing the digits of a small p.
  static func logOfNone(_ p: Double) -> Double {
    p < 1e-5 ? -p * (1 + p * (0.5 + p / 3)) : ElementaryFunctions.log(1 - p)
  }

  private mutating func drawVisits(
    _ first: Double, _ stream: AddressedStream, _ count: Int, _ people: TrialSegment
  ) {
    var u = first
    var session = 0
    var visit: UInt32 = 0
    while true {
      let passed = ElementaryFunctions.log(u) / people.logOfNoVisit
      guard passed < Double(count) else { return }
      session += 1 + Int(passed)
      guard session < count else { return }
      sessions.append(session)
      uniforms.append(
        people.settingsMost * stream.uniform(purpose: DrawPurpose.settings, index: visit))
      visit += 1
      u = stream.uniform(purpose: DrawPurpose.settingsGap, index: visit)
    }
  }
}
