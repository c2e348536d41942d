import ExperimentDesign
import PromptFlow
import RandomStreams

/// Plays installs under all arms of a scenario, most of them without going through a request's states.
///
/// For most lives nothing can come between the trigger and the answer, as a few uniforms tell; what becomes
/// of these follows without a clock. They are played block by block (``InstallBatch``). A life that does not fit is played
/// by ``ArmPlayer``, from its start; the module's page has the table of what does not.
struct BatchEngine: ~Copyable {
  private let numbers: TrialScenario
  private let horizon: Double
  private let baseline: Int
  private let armCount: Int
  private let segments: FixedList<Unmanaged<TrialSegment>>
  /// Of segments, and of their arms.
  private let arms: ReusedBuffer<BatchArm>
  /// By segment: the installs that can be asked, and the others; made when the first comes.
  private let blocks: UnsafeMutablePointer<InstallBatch>
  private let areMade: ReusedBuffer<Bool>
  /// The people that other scenarios share; `nil` where this scenario is the only one.
  private var met: MetPeople?
  private let pieces: ColumnPieces
  /// By segment: the events that arms and their competing alerts wait for, ascending.
  private let eventMoments: [[EventMoment]]
  /// By segment: whether blocks can play any arm.
  private let fits: FixedList<Bool>

  // Whatever blocks leave.
  /// Lives under an arm that were played by ``ArmPlayer``.
  private(set) var livesLeft = 0
  private var player: ArmPlayer<Untraced>
  private var life = Life()
  /// By arm: whether one install ends authorized.
  private let ends: ReusedBuffer<Bool>

  /// - Parameters:
  ///   - writers: where to count, by segment and arm.
  ///   - pieces: where the memory of blocks comes from and goes to.
  ///   - isFast: whether an install may be played in another way than second by second by ``ArmPlayer``; the same
  ///     comes of it.
  init(
    _ numbers: TrialScenario, baseline: Int, horizon: Double, isFast: Bool,
    pieces: ColumnPieces, _ writers: [[TallyWriter]]
  ) {
    self.numbers = numbers
    self.baseline = baseline
    self.horizon = horizon
    self.pieces = pieces
    player = ArmPlayer(passes: isFast)
    segments = numbers.unmanagedSegments
    let armCount = numbers.armCount
    self.armCount = armCount
    blocks = .allocate(capacity: 2 * numbers.segmentCount)
    areMade = ReusedBuffer(repeating: false, count: 2 * numbers.segmentCount)
    var all: [BatchArm] = []
    var fits: [Bool] = []
    var eventMoments: [[EventMoment]] = []
    for segment in 0..<numbers.segmentCount {
      let arms = (0..<armCount).map { arm in
        numbers.segment(segment) { people in
          numbers.arm(segment, arm) {
            BatchArm($0, people, position: arm, writer: writers[segment][arm])
          }
        }
      }
      all += arms
      fits.append(isFast && arms.contains(where: \.fits))
      eventMoments.append(Set(arms.filter(\.fits).flatMap(\.eventMoments)).sorted())
    }
    self.eventMoments = eventMoments
    arms = ReusedBuffer(all)
    self.fits = FixedList(fits)
    ends = ReusedBuffer(repeating: false, count: armCount)
  }

  deinit {
    for block in 0..<areMade.count where areMade[block] { (blocks + block).deinitialize(count: 1) }
    blocks.deallocate()
  }

  /// Where a block is.
  ///
  /// Not `blocks[block]`: of a change through a property of a value that cannot be copied, Swift 6.3 reports to the
  /// thread sanitizer a change of the value's first property too, and all threads read the same ``numbers``.
  @inline(__always)
  private func pointer(to block: Int) -> UnsafeMutablePointer<InstallBatch> { blocks + block }

  @inline(never)
  private func make(_ block: Int, _ people: TrialSegment) {
    pointer(to: block).initialize(
      to: InstallBatch(
        people, horizon: horizon, areAskable: block % 2 == 0, arms: armCount,
        eventMoments: eventMoments[block / 2], pieces))
    areMade[block] = true
  }

  /// Plays an install under every arm, and counts what came of it.
  ///
  /// Not at once: an install waits until its block is full.
  @inline(__always)
  mutating func play(_ stream: AddressedStream) {
    var segment = 0
    if numbers.segmentCount > 1 {
      let u = stream.uniform(purpose: DrawPurpose.segment)
      while u >= numbers.segmentCumulative[segment] { segment += 1 }
    }
    segments[segment]._withUnsafeGuaranteedRef { people in
      guard fits[segment], !people.mixesSystems || people.version(stream) == .modern else {
        playAlone(stream, segment, people)
        return
      }
      add(stream, to: segment, people)
    }
  }

  /// Puts an install into its block, and plays that when it is full.
  @inline(__always)
  private mutating func add(_ stream: AddressedStream, to segment: Int, _ people: TrialSegment) {
    let device = stream.uniform(purpose: DrawPurpose.device)
    // R13–R18: devices that answer by themselves have a block of their own.
    let block = 2 * segment + (device < people.restricted + people.requestsOff ? 1 : 0)
    if !areMade[block] { make(block, people) }
    let waiting = pointer(to: block)
    waiting.pointee.append(stream, isRestricted: device < people.restricted)
    if waiting.pointee.isFull { play(block, people) }
  }

  /// Begins with installs that other scenarios have played, or will play after this one.
  ///
  /// - Parameter people: `nil` where there are no other scenarios.
  mutating func meet(_ people: MetPeople?) {
    people?.beginScenario()
    met = people
  }

  /// Plays installs of a trial under every arm.
  mutating func play(_ installs: StrideTo<Int>, of trial: TrialStream) {
    segments[0]._withUnsafeGuaranteedRef { people in
      guard numbers.segmentCount == 1, fits[0], !people.mixesSystems else {
        for install in installs { play(trial.install(UInt64(install))) }
        return
      }
      for install in installs { add(trial.install(UInt64(install)), to: 0, people) }
    }
  }

  /// Plays what waits.
  mutating func playRest() {
    for block in 0..<areMade.count where areMade[block] {
      segments[block / 2]._withUnsafeGuaranteedRef { play(block, $0) }
    }
  }

  /// Counts what comes from now on elsewhere, once the rest was played that came before.
  ///
  /// - Parameter writers: by segment and arm.
  mutating func count(in writers: [[TallyWriter]]) {
    for (position, writer) in writers.joined().enumerated() {
      arms.pointer(to: position).pointee.writer = writer
    }
  }

  /// Plays the installs of a block and empties it.
  @inline(never)
  private mutating func play(_ block: Int, _ people: TrialSegment) {
    let full = pointer(to: block)
    let count = full.pointee.count
    guard count > 0 else { return }
    let segment = block / 2
    let first = UnsafePointer(arms.pointer(to: segment * armCount))
    full.pointee.meet(met)
    countLives(block, segment)
    for arm in 0..<armCount { full.pointee.play(first + arm) }
    let isMisfit = full.pointee.columns.isMisfit
    for install in 0..<count where isMisfit[install] {
      playMisfits(install, block, people)
    }
    if full.pointee.areAskable {
      for arm in 0..<armCount where arm != baseline { full.pointee.compare(first + arm, baseline: baseline) }
    }
    full.pointee.removeAll()
  }

  private func countLives(_ block: Int, _ segment: Int) {
    let columns = pointer(to: block).pointee.columns
    let count = pointer(to: block).pointee.count
    var sessions: Int64 = 0
    var squared: Int64 = 0
    for install in 0..<count {
      let lived = Int64(columns.sessions[install])
      sessions &+= lived
      squared &+= lived &* lived
    }
    for arm in 0..<armCount {
      arms[segment * armCount + arm].writer.addLives(Int64(count), sessions: sessions, squared: squared)
    }
  }

  /// Plays an install under the arms that its block left.
  @inline(never)
  private mutating func playMisfits(_ install: Int, _ block: Int, _ people: TrialSegment) {
    let columns = pointer(to: block).pointee.columns
    life.begin(columns.streams[install], in: numbers, horizon: horizon)
    for arm in 0..<armCount {
      let index = InstallColumns.index(arm, install)
      guard columns.misfits[index] else { continue }
      columns.areAuthorized[index] = play(arms.pointer(to: block / 2 * armCount + arm), people) ? 1 : 0
    }
  }

  @inline(__always)
  private mutating func play(_ arm: UnsafeMutablePointer<BatchArm>, _ people: TrialSegment) -> Bool {
    livesLeft += 1
    return arm.pointee.numbers._withUnsafeGuaranteedRef {
      player.play(&life, $0, people, arm.pointee.writer)
    }
  }

  /// Plays an install that no block can play.
  @inline(never)
  private mutating func playAlone(_ stream: AddressedStream, _ segment: Int, _ people: TrialSegment) {
    life.begin(stream, in: numbers, horizon: horizon)
    let first = arms.pointer(to: segment * armCount)
    let sessions = Int64(life.sessionCount)
    for arm in 0..<armCount {
      first[arm].writer.addLives(1, sessions: sessions, squared: sessions * sessions)
      let endsAuthorized = play(first + arm, people)
      ends[arm] = endsAuthorized
    }
    for arm in 0..<armCount {
      first[arm].writer.addDiscordance(
        gained: ends[arm] && !ends[baseline] ? 1 : 0, lost: ends[baseline] && !ends[arm] ? 1 : 0)
    }
  }
}
