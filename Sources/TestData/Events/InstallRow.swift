/// One install as seen from the as-of moment, with times that can be.
///
/// Every assigned install stays in every rate. A time that cannot be right is taken as the nearest one
/// possible (a prompt is not before the install, an answer not before the prompt); the status, which
/// is not in doubt, stays as recorded. Leaving such rows out would condition on something that
/// happens after the assignment and differs between arms.
struct InstallRow {
  /// Seconds watched.
  let age: Int
  /// Seconds from the install to the alert; `nil` when it was not shown by the as-of moment.
  private(set) var promptDelay: Int?
  /// Seconds from the install to the answer; `nil` when there was none by then.
  private(set) var answerDelay: Int?
  let status: PermissionWord
  /// What cannot have been as recorded, if anything.
  private(set) var doubt: DataFinding.Kind?
  /// Whether something happened after the as-of moment.
  private(set) var isAheadOfAsOf = false

  var days: Int { age / 86_400 }

  /// - Parameter asOf: the moment after which nothing is known.
  @inline(__always)
  init(_ record: InstallRecord, asOf: AsOf) {
    let installed = record.installed
    let known = asOf.seconds - installed
    // Whole dates against a whole date count whole days.
    age = asOf.isDateOnly && record.isDateOnly ? max(0, known - 86_400) : known
    status = record.status
    promptDelay = record.prompted.map { $0 - installed }
    answerDelay = record.decided.map { $0 - installed }
    if let promptDelay, promptDelay < 0 {
      note(.promptedBeforeInstall, gap: -promptDelay)
      self.promptDelay = 0
    }
    if let answerDelay { settle(answerDelay) } else { supplyAnswer() }
    if let promptDelay, promptDelay > known { (self.promptDelay, isAheadOfAsOf) = (nil, true) }
    if let answerDelay, answerDelay > known { (self.answerDelay, isAheadOfAsOf) = (nil, true) }
    // A restricted device gives no answer, whatever it once did (R5).
    if status == .restricted || status == .undetermined { answerDelay = nil }
  }

  /// What it counts as by a day; `nil` before it has reached it.
  @inline(__always)
  func counts(by day: Int) -> OutcomeCounts? {
    let end = day * 86_400
    guard age >= end else { return nil }
    let isPrompted = promptDelay.map { $0 <= end } ?? false
    let isAnswered = answerDelay.map { $0 <= end } ?? false
    return OutcomeCounts(
      installs: 1, prompted: isPrompted ? 1 : 0, answered: isAnswered ? 1 : 0,
      allowed: isAnswered && status == .authorized ? 1 : 0)
  }

  /// Moves an answer behind the install and the prompt, and a missing prompt to the answer.
  @inline(__always)
  private mutating func settle(_ answer: Int) {
    if answer < 0 { note(.decidedBeforeInstall, gap: -answer) }
    var time = max(0, answer)
    if let promptDelay, time < promptDelay {
      note(.decidedBeforePrompt, gap: promptDelay - time)
      time = promptDelay
    }
    answerDelay = time
    if status == .undetermined {
      doubt = doubt ?? .decisionWithoutAnswer
    } else if promptDelay == nil {
      doubt = doubt ?? (status == .authorized ? .authorizedWithoutPrompt : .decidedWithoutPrompt)
      if status != .restricted { promptDelay = time }
    }
  }

  /// Gives an answer without a time the time of its prompt, or of the install.
  @inline(__always)
  private mutating func supplyAnswer() {
    switch (status, promptDelay) {
    case (.authorized, .none):
      doubt = doubt ?? .authorizedWithoutPrompt
      (promptDelay, answerDelay) = (0, 0)
    case (.authorized, .some), (.denied, .some):
      doubt = doubt ?? .answerWithoutTime
      answerDelay = promptDelay
    // Denied without an alert is the device's own switch (R6, R147).
    case (.denied, .none), (.restricted, _), (.undetermined, _): break
    }
  }

  @inline(__always)
  private mutating func note(_ kind: DataFinding.Kind, gap: Int) {
    if gap > InstallRecord.clock { doubt = doubt ?? kind }
  }
}

extension MaturedCounts {
  /// Counts an install by a day that it has reached.
  @inline(__always)
  mutating func add(_ row: InstallRow, by day: Int) {
    guard let own = row.counts(by: day) else { return }
    counts.add(own)
    if row.doubt != nil {
      doubtful += 1
      doubtfulAllowed += own.allowed
    }
    if own.allowed > 0, let delay = row.answerDelay, delay > day * 86_400 / 3 * 2 { allowedLate += 1 }
    if row.promptDelay == nil {
      if row.status == .denied { refusedByDevice += 1 }
      if row.status == .restricted { restricted += 1 }
    }
  }
}
