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
  let promptDelay: Int?
  /// Seconds from the install to the answer; `nil` when there was none by then.
  let answerDelay: Int?
  let status: PermissionWord
  /// What cannot have been as recorded, if anything.
  let doubt: DataFinding.Kind?
  /// Whether times are out of order by no more than two clocks may differ.
  let isClockDifference: Bool
  /// Whether something happened after the as-of moment.
  let isAheadOfAsOf: Bool

  /// Age in whole days.
  var days: Int { age / 86_400 }

  /// - Parameter asOf: the moment after which nothing is known.
  @inline(__always)
  init(_ record: InstallRecord, asOf: AsOf) {
    let installed = record.installed
    let times = Times(
      prompt: record.prompted.map { $0 - installed }, answer: record.decided.map { $0 - installed },
      status: record.status)
    let known = asOf.seconds - installed
    // Whole dates against a whole date count whole days.
    age = asOf.isDateOnly && record.isDateOnly ? max(0, known - 86_400) : known
    status = record.status
    doubt = times.doubt
    isClockDifference = times.doubt == nil && times.isClockDifference
    let isPromptLater = times.prompt.map { $0 > known } ?? false
    let isAnswerLater = times.answer.map { $0 > known } ?? false
    isAheadOfAsOf = isPromptLater || isAnswerLater
    promptDelay = isPromptLater ? nil : times.prompt
    // A restricted device gives no answer, whatever it once did (R5).
    let isAnswer = record.status == .authorized || record.status == .denied
    answerDelay = isAnswerLater || !isAnswer ? nil : times.answer
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

/// Seconds from the install to the prompt and to the answer, moved to where they can be.
private struct Times {
  var prompt: Int?
  var answer: Int?
  private(set) var doubt: DataFinding.Kind?
  private(set) var isClockDifference = false

  @inline(__always)
  init(prompt: Int?, answer: Int?, status: PermissionWord) {
    self.prompt = prompt
    self.answer = answer
    if let prompt, prompt < 0 {
      note(.promptedBeforeInstall, gap: -prompt)
      self.prompt = 0
    }
    if answer != nil { settleAnswer(status) } else { supplyAnswer(status) }
  }

  /// Moves an answer behind the install and the prompt, and a missing prompt to the answer.
  @inline(__always)
  private mutating func settleAnswer(_ status: PermissionWord) {
    guard var time = answer else { return }
    if time < 0 {
      note(.decidedBeforeInstall, gap: -time)
      time = 0
    }
    if let prompt, time < prompt {
      note(.decidedBeforePrompt, gap: prompt - time)
      time = prompt
    }
    answer = time
    if status == .undetermined {
      doubt = doubt ?? .decisionWithoutAnswer
    } else if prompt == nil {
      doubt = doubt ?? (status == .authorized ? .authorizedWithoutPrompt : .decidedWithoutPrompt)
      if status != .restricted { prompt = time }
    }
  }

  /// Gives an answer without a time the time of its prompt, or of the install.
  @inline(__always)
  private mutating func supplyAnswer(_ status: PermissionWord) {
    switch (status, prompt) {
    case (.authorized, .none):
      doubt = doubt ?? .authorizedWithoutPrompt
      prompt = 0
      answer = 0
    case (.authorized, .some), (.denied, .some):
      doubt = doubt ?? .answerWithoutTime
      answer = prompt
    // Denied without an alert is the device's own switch (R6, R147).
    case (.denied, .none), (.restricted, _), (.undetermined, _): break
    }
  }

  @inline(__always)
  private mutating func note(_ kind: DataFinding.Kind, gap: Int) {
    if gap > InstallRecord.clock { doubt = doubt ?? kind } else { isClockDifference = true }
  }
}
