import RandomStreams

/// What a draw is for: the high part of its address.
///
/// The numbers are part of the reproducibility promise: a changed number
/// changes every result. Append; never renumber.
enum DrawPurpose {
  static let segment: UInt16 = 1
  static let device: UInt16 = 2
  static let system: UInt16 = 3
  static let sessionRate: UInt16 = 4
  static let leavingProbability: UInt16 = 5
  static let activity: UInt16 = 6
  static let willingness: UInt16 = 7
  static let answer: UInt16 = 8
  static let ownContinue: UInt16 = 9
  // 10 was the gap between two sessions.
  static let leaving: UInt16 = 11
  static let activation: UInt16 = 12
  static let onboardingCompletes: UInt16 = 13
  static let onboardingSeconds: UInt16 = 14
  static let browseSeconds: UInt16 = 15
  static let eventCount: UInt16 = 16
  static let eventKind: UInt16 = 17
  static let eventSeconds: UInt16 = 18
  static let lingerSeconds: UInt16 = 19
  static let alertAsked: UInt16 = 20
  static let alertSeconds: UInt16 = 21
  static let readSeconds: UInt16 = 22
  static let persistence: UInt16 = 23
  static let freshContinue: UInt16 = 24
  static let unanswered: UInt16 = 25
  static let answerSeconds: UInt16 = 26
  static let consentSeconds: UInt16 = 27
  static let consentAccepts: UInt16 = 28
  static let reopen: UInt16 = 29
  static let settings: UInt16 = 30
  static let parameter: UInt16 = 32
  static let sessionCount: UInt16 = 33
  static let settingsGap: UInt16 = 34
  static let visitCount: UInt16 = 35
  static let visitDay: UInt16 = 36
  static let stratum: UInt16 = 37
}
