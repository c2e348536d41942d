import RuleBook

/// When a piece of code runs: one of the ways that lead to it.
struct CodeTrigger: Hashable {
  /// In words, as a sentence goes on.
  enum Moment: String, CaseIterable {
    /// Before there is an active app.
    case launch = "at launch"
    /// As the app comes back, before it is active.
    case foreground = "as the app comes to the front"
    /// As the app is left, when it is active no more.
    case leaving = "as the app leaves the front"
    /// In another process than the app's.
    case outside = "in an extension"
    case firstScreen = "as the first screen appears"
    case otherScreen = "as a later screen appears"
    /// As a screen appears of which nothing says where it comes.
    case someScreen = "as a screen appears"
    case activation = "at an activation"
    /// Which a cold start does not make.
    case change = "at a change of the app's state"
    /// In a callback that the system never makes.
    case dead = "never"
    case tap = "on a tap"
    case afterAnswer = "after another alert"
    /// Nobody was found who calls it.
    case unknown = "at a moment that is not said"

    /// What the table says of a name as a `function`, a `label`, a `call` or a `word`.
    ///
    /// - Parameter call: What a label is given to, and in whose arguments a word stands.
    init?(_ role: String, _ name: String, of call: String = "") {
      let row = CodeName.table[name]?.first {
        $0.kind == role && ($0.owners.isEmpty || $0.owners.contains(call))
      }
      self.init(rawValue: row?.subject ?? "")
    }

    /// As the app starts.
    static let start: Set<Moment> = [.launch, .firstScreen]
    /// As the app starts or comes back.
    static let beginning: Set<Moment> = [.launch, .firstScreen, .activation]
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
    /// It runs where a state is one that an app has when it is not active.
    static let away = Doubts(rawValue: 32)
  }

  var moment: Moment
  var doubts: Doubts = []
  /// About how long the fixed times before it are, as far as they are said.
  var seconds = 0
  /// Where it begins.
  var entry: CodeToken

  /// The same way, with what a step before it adds.
  func with(_ doubt: Doubts, after seconds: Int = 0) -> CodeTrigger {
    var way = self
    way.seconds += seconds
    way.doubts.formUnion(moment == .activation ? doubt.subtracting(.onlyIfActive) : doubt)
    // A change of the app's state to that one.
    if doubt.contains(.away), [.activation, .change].contains(moment) {
      (way.moment, way.doubts) = (.leaving, way.doubts.subtracting(.away))
    }
    return way
  }

  /// The same way at another moment, and perhaps from another place.
  func at(_ moment: Moment, from entry: CodeToken? = nil) -> CodeTrigger {
    var way = self
    (way.moment, way.entry) = (moment, entry ?? self.entry)
    return way
  }

  func has(_ doubt: Doubts) -> Bool { doubts.contains(doubt) }

  /// How many doubts there are of its moment.
  var doubtCount: Int { doubts.subtracting(.onlyIfActive).rawValue.nonzeroBitCount }

  /// When a screen appears that is made at this moment.
  var asScreen: CodeTrigger {
    if moment == .dead || moment == .afterAnswer { return self }
    let isFirst = Moment.start.contains(moment) && doubts.isDisjoint(with: [.delayed, .late])
    return at(isFirst ? .firstScreen : [.someScreen, .unknown].contains(moment) ? .someScreen : .otherScreen)
  }

  /// Whether the app is not active by then, as far as its moment says.
  var isEarly: Bool { isInVain || !isSettled && [.launch, .foreground, .firstScreen].contains(moment) }

  /// Whether it comes by itself as the app starts.
  var isOfStart: Bool { Moment.beginning.contains(moment) }

  /// Whether an app that starts is active by then, whatever it does.
  var isSettled: Bool { seconds > 2 }

  /// Whether no alert can appear then, and not only too early a one.
  var isInVain: Bool { [.leaving, .outside].contains(moment) }
}

extension CodeToken {
  /// The one way that begins here at a moment.
  func way(_ moment: CodeTrigger.Moment) -> [CodeTrigger] { [CodeTrigger(moment: moment, entry: self)] }
}

extension Array where Element == CodeTrigger {
  /// Whether there are some, and all come at some moments, with none of some doubts.
  func come(_ moments: Set<CodeTrigger.Moment>, without doubts: CodeTrigger.Doubts = []) -> Bool {
    !isEmpty && allSatisfy { moments.contains($0.moment) && $0.doubts.isDisjoint(with: doubts) }
  }

  /// Each way once: of those with one moment, the same doubts and delays the first.
  var distinct: [CodeTrigger] {
    var seen: [CodeTrigger.Moment: [Int: Set<CodeTrigger.Doubts>]] = [:]
    return filter { seen[$0.moment, default: [:]][$0.seconds, default: []].insert($0.doubts).inserted }
  }
}
