/// What one row says of one install, as seen from the as-of moment.
struct InstallRow {
  /// Seconds watched.
  let age: Int64
  /// Seconds from the install to the alert; `nil` when it was not shown by the as-of moment.
  let promptDelay: Int64?
  /// Seconds from the install to the answer; `nil` when there was none by then.
  let answerDelay: Int64?
  let status: PermissionWord
  /// What cannot be, if anything.
  let impossible: DataFinding.Kind?
  /// Whether something happened after the as-of moment.
  let isAheadOfAsOf: Bool

  /// - Parameters:
  ///   - age: the age that counts, in seconds; of whole dates it is cut to whole days.
  ///   - asOf: the moment after which nothing is known, in seconds since 1970.
  @inline(__always)
  init(
    installed: Int64, prompted: Int64?, decided: Int64?, status: PermissionWord, age: Int64, asOf: Int64
  ) {
    self.age = age
    self.status = status
    let promptDelay = prompted.map { $0 - installed }
    let answerDelay = decided.map { $0 - installed }
    impossible = Self.impossible(promptDelay, answerDelay, status)
    let isPromptLater = prompted.map { $0 > asOf } ?? false
    let isAnswerLater = decided.map { $0 > asOf } ?? false
    isAheadOfAsOf = isPromptLater || isAnswerLater
    self.promptDelay = isPromptLater ? nil : promptDelay
    // A restricted device gives no answer, whatever it once did (R5).
    let isAnswer = status == .authorized || status == .denied
    self.answerDelay = isAnswerLater || !isAnswer ? nil : answerDelay
  }

  @inline(__always)
  private static func impossible(
    _ prompt: Int64?, _ answer: Int64?, _ status: PermissionWord
  ) -> DataFinding.Kind? {
    if let prompt, prompt < 0 { return .promptedBeforeInstall }
    if let answer {
      if answer < 0 { return .decidedBeforeInstall }
      guard let prompt else {
        return status == .authorized ? .authorizedWithoutPrompt : .decidedWithoutPrompt
      }
      if answer < prompt { return .decidedBeforePrompt }
      if status == .undetermined { return .decisionWithoutAnswer }
      return nil
    }
    switch status {
    case .authorized: return prompt == nil ? .authorizedWithoutPrompt : .answerWithoutTime
    // Denied without an alert is the device's own switch (R6, R147).
    case .denied: return prompt == nil ? nil : .answerWithoutTime
    case .restricted, .undetermined: return nil
    }
  }

  /// Counts the install on each day that it has reached.
  @inline(__always)
  func add(to cells: UnsafeMutablePointer<CountGrid.Cell>, _ days: [Int]) {
    for index in days.indices {
      let end = Int64(days[index]) * 86_400
      if age < end { return }
      cells[index].installs += 1
      if let promptDelay, promptDelay <= end { cells[index].prompted += 1 }
      if let answerDelay, answerDelay <= end {
        cells[index].answered += 1
        if status == .authorized { cells[index].allowed += 1 }
      }
      if promptDelay == nil {
        if status == .denied { cells[index].refusedByDevice += 1 }
        if status == .restricted { cells[index].restricted += 1 }
      }
    }
  }

  /// Counts the install in the hour it answered, or under the hours it was watched.
  @inline(__always)
  func watch(_ followUp: inout FollowUp, hours: Int) {
    if let answerDelay {
      let hour = Int((answerDelay + 3599) / 3600)
      if hour <= hours {
        if status == .authorized { followUp.allowed[hour] += 1 } else { followUp.denied[hour] += 1 }
        return
      }
    }
    followUp.watched[min(hours, Int(age / 3600))] += 1
  }
}
