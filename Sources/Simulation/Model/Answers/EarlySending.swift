/// When the install event of an SDK that waits for the answer is sent without one (R118).
///
/// The reference has it from the order of things at one instant; a batch asks here.
enum EarlySending {
  /// Whether it is out when the alert is answered: at the same instant the answer comes first.
  @inline(__always)
  static func isBefore(answerAt seconds: Double, wait: Double) -> Bool { wait < seconds }

  /// Whether it is out when a session, or a part of one, is over: at the same instant the wait comes first.
  @inline(__always)
  static func isBy(_ seconds: Double, wait: Double) -> Bool { wait <= seconds }
}
