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

  var moment: Moment
  /// A fixed time stands before it.
  var isDelayed = false
  /// Something that takes its time stands before it.
  var isLate = false
  /// On the way a name could mean something else.
  var isTied = false
  /// It runs under a condition that says nothing of the permission.
  var isConditional = false
  /// It runs only if the app happens to be active, and else never.
  var onlyIfActive = false
  /// Where it begins.
  var entry: CodeToken

  static func == (one: CodeTrigger, other: CodeTrigger) -> Bool { one.facts == other.facts }

  func hash(into hasher: inout Hasher) { hasher.combine(facts) }

  private var facts: [UInt8] {
    [
      moment.rawValue, isDelayed ? 1 : 0, isLate ? 1 : 0, isTied ? 1 : 0, isConditional ? 1 : 0,
      onlyIfActive ? 1 : 0,
    ]
  }

  /// The same way, with what the steps before it add.
  func after(_ path: CodeTrigger) -> CodeTrigger {
    var both = self
    both.isDelayed = isDelayed || path.isDelayed
    both.isLate = isLate || path.isLate
    both.isTied = isTied || path.isTied
    both.isConditional = isConditional || path.isConditional
    both.onlyIfActive = onlyIfActive || path.onlyIfActive
    return both
  }

  /// When a screen appears that is made at this moment.
  var asScreen: CodeTrigger {
    var screen = self
    switch moment {
    case .launch, .firstScreen: screen.moment = isDelayed || isLate ? .otherScreen : .firstScreen
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
