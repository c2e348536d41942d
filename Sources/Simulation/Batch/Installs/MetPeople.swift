import RandomStreams

/// The people of a trial whom the first scenario met, block by block, for the scenarios in which they are the same.
///
/// A scenario mostly changes a few numbers, and an install's draws are the same in all of them. So who comes when, how
/// willing and how active, need not be drawn again for each. A scenario puts the installs into the same blocks, in the same
/// order, unless it changes who can be asked; then it meets people of its own.
final class MetPeople {
  /// The people of one block.
  final class Block {
    let columns: PeopleColumns
    fileprivate let people: TrialSegment
    fileprivate let areAskable: Bool
    fileprivate let streams: [AddressedStream]

    fileprivate init(_ batch: borrowing InstallBatch, in memory: inout ColumnMemory) {
      people = batch.people
      areAskable = batch.areAskable
      streams = Array(batch.streams)
      columns = PeopleColumns(in: &memory)
    }
  }

  private var memory: ColumnMemory
  private var blocks: [Block] = []
  private var next = 0
  private var isFirst = true

  /// Installs of a work unit at most: more would not stay in the processor's near memory until the next scenario.
  static let mostInstalls = 4_096

  /// - Parameter pieces: where the memory comes from and goes to.
  init(_ pieces: ColumnPieces) { memory = ColumnMemory(pieces) }

  /// Goes on to another scenario.
  func beginScenario() {
    isFirst = blocks.isEmpty
    next = 0
  }

  /// Makes room for the people of a block who are met now; `nil` in a later scenario.
  func room(for batch: borrowing InstallBatch) -> Block? {
    guard isFirst else { return nil }
    let block = Block(batch, in: &memory)
    blocks.append(block)
    return block
  }

  /// The people of a block, where the first scenario met the same.
  func known(to batch: borrowing InstallBatch) -> Block? {
    guard !isFirst, next < blocks.count else { return nil }
    let block = blocks[next]
    guard block.areAskable == batch.areAskable, block.streams.elementsEqual(batch.streams) else {
      // From here on blocks are other ones.
      next = blocks.count
      return nil
    }
    next += 1
    return block.people.traits == batch.people.traits ? block : nil
  }
}

/// The columns of what a block's people are like, whatever an arm does.
struct PeopleColumns: BitwiseCopyable {
  /// Probability of leaving after a session, before any annoyance.
  let leaving: InstallColumns.Column<Double>
  let staying: InstallColumns.Column<Double>
  let sessions: InstallColumns.Column<Int>
  /// Sessions by the horizon after the first, did the person never leave; of lives of several sessions.
  let visits: InstallColumns.Column<Int>
  let activity: InstallColumns.Column<Double>
  let willingness: InstallColumns.Column<Double>
  /// The uniform that decides the answer.
  let answers: InstallColumns.Column<Double>
  /// Whether the person leaves the alert without an answer.
  let areUnanswered: InstallColumns.Column<Bool>
  /// Whether any session holds a visit to Settings that could change the answer, as 0 or 1.
  let visitSettings: InstallColumns.Column<UInt8>
  /// Events per session, where people differ in it, and the probability of none.
  let eventMeans: InstallColumns.Column<Double>
  let eventNones: InstallColumns.Column<Double>

  init(in memory: inout ColumnMemory) {
    leaving = memory.column(0)
    staying = memory.column(0)
    sessions = memory.column(0)
    visits = memory.column(0)
    activity = memory.column(0)
    willingness = memory.column(0)
    answers = memory.column(0)
    areUnanswered = memory.column(false)
    visitSettings = memory.column(0)
    eventMeans = memory.column(0)
    eventNones = memory.column(0)
  }
}
