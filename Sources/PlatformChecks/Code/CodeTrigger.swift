/// When a piece of code runs: one of the ways that lead to it.
struct CodeTrigger: Hashable {
  enum Moment: UInt8 {
    /// At launch, before there is an active app.
    case launch
    /// As the app comes back to the front, before it is active.
    case foreground
    case firstScreen
    case otherScreen
    /// As a screen appears of which nothing says where it comes.
    case someScreen
    case activation
    /// At a change of the app's state, which a cold start does not make.
    case change
    /// In a callback that the system never makes.
    case dead
    case tap
    /// After the answer to another alert.
    case afterAnswer
    /// Nobody was found who calls it.
    case unknown
  }

  /// What makes a way less than sure.
  struct Doubts: OptionSet, Hashable {
    let rawValue: UInt8

    /// A fixed time stands before it.
    static let delayed = Doubts(rawValue: 1)
    /// Something that takes its time stands before it.
    static let late = Doubts(rawValue: 2)
    /// On the way a name could mean something else.
    static let tied = Doubts(rawValue: 4)
    /// It runs under a condition that says nothing of the permission.
    static let conditional = Doubts(rawValue: 8)
    /// It runs only if the app happens to be active, and else never.
    static let onlyIfActive = Doubts(rawValue: 16)
  }

  var moment: Moment
  var doubts: Doubts = []
  /// Where it begins.
  var entry: CodeToken

  static func == (one: CodeTrigger, other: CodeTrigger) -> Bool {
    one.moment == other.moment && one.doubts == other.doubts
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(moment)
    hasher.combine(doubts)
  }

  /// The same way, with what the steps before it add.
  func after(_ path: CodeTrigger) -> CodeTrigger {
    CodeTrigger(moment: moment, doubts: doubts.union(path.doubts), entry: entry)
  }

  func has(_ doubt: Doubts) -> Bool { doubts.contains(doubt) }

  /// How many doubts there are of its moment.
  var doubtCount: Int { doubts.subtracting(.onlyIfActive).rawValue.nonzeroBitCount }

  /// When a screen appears that is made at this moment.
  var asScreen: CodeTrigger {
    var screen = self
    switch moment {
    case .launch, .firstScreen:
      screen.moment = !doubts.isDisjoint(with: [.delayed, .late]) ? .otherScreen : .firstScreen
    case .someScreen, .unknown: screen.moment = .someScreen
    case .foreground, .otherScreen, .activation, .change, .tap, .afterAnswer: screen.moment = .otherScreen
    case .dead: break
    }
    return screen
  }

  /// Whether the app is not active by then, as far as its moment says.
  var isEarly: Bool {
    switch moment {
    case .launch, .foreground, .firstScreen: true
    case .otherScreen, .someScreen, .activation, .change, .dead, .tap, .afterAnswer, .unknown: false
    }
  }
}

extension Array where Element == CodeTrigger {
  /// Each way once, and no more of them than anybody can tell apart.
  var distinct: [CodeTrigger] {
    var seen: Set<CodeTrigger> = []
    return filter { seen.insert($0).inserted }
  }
}
