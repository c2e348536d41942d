import RandomStreams

/// What is known of some installs of one segment, a column per number.
///
/// A view of memory that a ``InstallBatch`` owns. A step of the block takes a copy, so that the indexes of
/// its columns stay in registers.
struct InstallColumns: BitwiseCopyable {
  typealias Column<Element> = UnsafeMutablePointer<Element>

  /// Installs of a full block; even.
  ///
  /// The best of 64, 128 and 256: what is done once for a block weighs little, and the columns of a step
  /// stay in the processor's nearest memory.
  static var capacity: Int { 256 }

  // Who they are and how long they live.
  let streams: Column<AddressedStream>
  /// Of devices that cannot be asked: whether they are restricted, as 0 or 1.
  let areRestricted: Column<UInt8>
  /// What they are like; of another scenario's block where that met the same people.
  var people: PeopleColumns
  /// The session in which onboarding is completed, or the number of sessions; −1 without one.
  let onboardedIn: Column<Int>

  /// The visits to Settings that could change an answer, once drawn: until then before the first.
  let settingsRanges: Column<SettingsVisits.Range>

  /// By number of events that an arm waits for, and install: the session in which the last of them
  /// ends, or the number of sessions.
  let eventSessions: Column<Int>
  /// And how many of the session's events come before.
  let eventPositions: Column<Int>
  /// ln(1 + value) of what is experienced by its end.
  let eventLogValues: Column<Double>
  /// For triggers without any of these.
  let zeros: Column<Int>
  let noEvents: Column<Int>
  let noLogValues: Column<Double>
  /// Of a trigger that is a later session: that session, what is experienced before it, and whether nothing is.
  let triggerSessions: Column<Int>
  let triggerLogValues: Column<Double>
  let areCold: Column<Bool>

  /// A later session, the last whose day was asked for, and that day.
  let daySessions: Column<Int>
  let days: Column<Double>

  // Where the install event is surely sent, in the surroundings looked at last.
  let sentSeen: Column<Int>
  let sentIn: Column<Int>
  /// Whether it is sent by the end of the last session, as 0 or 1; 2 while not known.
  let sentAtLast: Column<UInt8>
  // The same by the clock.
  let clockSeen: Column<Int>
  let clockSends: Column<Bool>

  // By arm and install: how they end, and whether that is left to others.
  let areAuthorized: Column<UInt8>
  let misfits: Column<Bool>
  let isMisfit: Column<Bool>

  /// All installs, in order.
  let everybody: Column<Int>
  // Lists of installs, and what belongs to their entries.
  /// Who lives under an arm.
  let members: Column<Int>
  let asked: Column<Int>
  let others: Column<Int>
  /// Who did not go on from the pre-prompt, then who left at the alert.
  let leavers: Column<Int>
  /// Whether the install event is out before the answer, as 0 or 1.
  let early: Column<UInt8>
  /// The probability of allowing, and whether the answer allows, as 0 or 1.
  let allows: Column<Double>
  let allowed: Column<UInt8>
  let lived: Column<Int>
  /// How many sessions end authorized, and whether the last does, as 0 or 1.
  let endSessions: Column<Int>
  let endsAuthorized: Column<UInt8>

  /// - Parameters:
  ///   - arms: how many there are.
  ///   - moments: how many numbers of events they wait for.
  init(in memory: inout ColumnMemory, arms armCount: Int, moments: Int) {
    streams = memory.column(AddressedStream(base: 0, twist: 0))
    areRestricted = memory.column(0)
    people = PeopleColumns(in: &memory)
    onboardedIn = memory.column(-1)
    settingsRanges = memory.column(SettingsVisits.Range())
    eventSessions = memory.column(0, times: moments)
    eventPositions = memory.column(0, times: moments)
    eventLogValues = memory.column(0, times: moments)
    zeros = memory.column(0)
    noEvents = memory.column(-1)
    noLogValues = memory.column(0)
    triggerSessions = memory.column(0)
    triggerLogValues = memory.column(0)
    areCold = memory.column(false)
    daySessions = memory.column(0)
    days = memory.column(0)
    sentSeen = memory.column(0)
    sentIn = memory.column(0)
    sentAtLast = memory.column(0)
    clockSeen = memory.column(0)
    clockSends = memory.column(false)
    areAuthorized = memory.column(0, times: armCount)
    misfits = memory.column(false, times: armCount)
    isMisfit = memory.column(false)
    everybody = memory.column(0)
    for install in 0..<Self.capacity { everybody[install] = install }
    members = memory.column(0)
    asked = memory.column(0)
    others = memory.column(0)
    leavers = memory.column(0)
    early = memory.column(0)
    allows = memory.column(0)
    allowed = memory.column(0)
    lived = memory.column(0)
    endSessions = memory.column(0)
    endsAuthorized = memory.column(0)
  }

  @inline(__always) var leaving: Column<Double> { people.leaving }
  @inline(__always) var staying: Column<Double> { people.staying }
  @inline(__always) var sessions: Column<Int> { people.sessions }
  @inline(__always) var visits: Column<Int> { people.visits }
  @inline(__always) var activity: Column<Double> { people.activity }
  @inline(__always) var willingness: Column<Double> { people.willingness }
  @inline(__always) var answers: Column<Double> { people.answers }
  @inline(__always) var areUnanswered: Column<Bool> { people.areUnanswered }
  @inline(__always) var visitSettings: Column<UInt8> { people.visitSettings }
  @inline(__always) var eventMeans: Column<Double> { people.eventMeans }
  @inline(__always) var eventNones: Column<Double> { people.eventNones }

  /// An install's position in the rows of an arm.
  @inline(__always)
  static func index(_ arm: Int, _ install: Int) -> Int { arm * capacity + install }
}

/// 1 for a negative number, else 0; a comparison might become a branch.
@inline(__always)
func isNegative(_ number: Int) -> Int { Int(bitPattern: UInt(bitPattern: number) >> (UInt.bitWidth - 1)) }
