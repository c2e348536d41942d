import RandomStreams

/// Some installs of one segment that go through each step together.
///
/// A step is one short loop, the same for every install: its constants stay in registers, two numbers
/// are worked out at a time, and lists rather than branches tell the cases apart. What a step finds
/// depends on the install alone, never on its index in the block.
struct InstallBatch: ~Copyable {
  let people: TrialSegment
  let horizon: Double
  /// Whether these are the devices that can show the alert (R13–R18), or those that cannot.
  let areAskable: Bool
  /// Events that some arm or its competing alert waits for, ascending; one that never comes at the end.
  let eventMoments: FixedList<EventMoment>
  private let memory: ColumnMemory
  /// How many events of each kind one install has seen.
  let eventsByKind: ReusedBuffer<Int>
  private(set) var columns: InstallColumns
  /// The columns of people whom no other scenario met.
  private let ownPeople: PeopleColumns
  private(set) var count = 0
  /// The surroundings in which the install event was last looked for.
  var gateSlot = -1
  var settings = SettingsVisits()

  /// - Parameters:
  ///   - eventMoments: by the arms that a block can play, ascending, each once.
  ///   - pieces: where the memory comes from and goes to.
  init(
    _ people: TrialSegment, horizon: Double, areAskable: Bool, arms: Int, eventMoments: [EventMoment],
    _ pieces: ColumnPieces
  ) {
    self.people = people
    self.horizon = horizon
    self.areAskable = areAskable
    self.eventMoments = FixedList(eventMoments + [EventMoment(kind: 0, count: .max)])
    var memory = ColumnMemory(pieces)
    columns = InstallColumns(in: &memory, arms: arms, moments: eventMoments.count)
    ownPeople = columns.people
    self.memory = memory
    eventsByKind = ReusedBuffer(repeating: 0, count: people.events.count)
    guard people.events.count == 1 else { return }
    for moment in eventMoments.indices {
      (columns.eventLogValues + InstallColumns.index(moment, 0)).update(
        repeating: people.logValue(ofEvents: eventMoments[moment].count), count: InstallColumns.capacity)
    }
  }

  var isFull: Bool { count == InstallColumns.capacity }

  /// Takes in an install.
  @inline(__always)
  mutating func append(_ stream: AddressedStream, isRestricted: Bool) {
    columns.streams[count] = stream
    columns.areRestricted[count] = isRestricted ? 1 : 0
    count += 1
  }

  mutating func removeAll() {
    count = 0
    columns.people = ownPeople
  }

  /// The streams of the installs that are in.
  var streams: UnsafeBufferPointer<AddressedStream> {
    UnsafeBufferPointer(start: columns.streams, count: count)
  }

  /// Draws what people are like, or takes it from where another scenario has drawn it, and leaves it there for the next.
  mutating func meet(_ met: MetPeople?) {
    if let known = met?.known(to: self) {
      columns.people = known.columns
    } else {
      if let room = met?.room(for: self) { columns.people = room.columns }
      drawPeople()
    }
    findMoments()
  }
}
