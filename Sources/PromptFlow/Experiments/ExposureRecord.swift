/// The state of one install of an experiment: one row of the table `att-lab analyze` reads.
///
/// It holds no identifier and sends nothing. The app keeps it beside its ``FlowState``, and gives the
/// install's identifier when it writes the row out, if it does.
///
/// Times are seconds since 1970, UTC. Clocks that jump do no harm to the order: a prompt is never
/// before the install, nor a decision before the prompt.
public struct ExposureRecord: Hashable, Sendable, Codable {
  /// The arm the install follows.
  public let arm: String
  /// When the install was exposed to the experiment: its first launch.
  public let installedAt: Int64
  /// When the alert first came up; `nil` while it has not.
  public private(set) var promptedAt: Int64?
  /// When the person first decided; `nil` while nobody has.
  public private(set) var decidedAt: Int64?
  /// The status: of the first decision once there is one, of the last look before.
  ///
  /// A change of mind in Settings comes after the outcome and is not part of it.
  public private(set) var status: AuthorizationStatus
  /// The app's words for the install, empty where it has none.
  public var segment: String
  /// The release of the app at the install.
  public var release: String
  /// The language of the app at the install.
  public var language: String

  /// The exposure of an install.
  public init(
    arm: String, installedAt: Int64, status: AuthorizationStatus = .notDetermined, segment: String = "",
    release: String = "", language: String = ""
  ) {
    self.arm = arm
    self.installedAt = Self.within(installedAt)
    self.status = status
    self.segment = segment
    self.release = release
    self.language = language
  }

  /// Takes note of a record of the flow's log.
  ///
  /// - Parameters:
  ///   - record: any record; those without meaning for the outcome change nothing.
  ///   - seconds: the time now.
  public mutating func note(_ record: FlowRecord, at seconds: Int64) {
    if record.action == .request, record.state.status == .notDetermined { requested(at: seconds) }
    switch record.event {
    case .deactivated: promptedAt = promptedAt ?? requestedAt  // a request is out: its alert is up
    case .requestCompleted, .activated, .statusRead, .processStarted, .processStartedInBackground:
      if let read = record.state.status { observe(read, at: seconds) }
    case .foregrounded, .viewAppeared, .backgrounded, .covered, .onboardingCompleted, .eventEnded,
      .timerFired, .prePromptEnded, .prePromptDisappeared, .consentEnded, .consentReopened,
      .consentChanged, .adPurposesRejected:
      break
    }
  }

  /// A request went out while the question was open.
  public mutating func requested(at seconds: Int64) {
    if promptedAt == nil { requestedAt = max(Self.within(seconds), installedAt) }
  }

  /// The status was read.
  ///
  /// A determined one after a request is the person's answer; one without a request is the device's,
  /// or a profile's, and has no time.
  public mutating func observe(_ read: AuthorizationStatus, at seconds: Int64) {
    guard decidedAt == nil else { return }
    switch read {
    case .authorized, .denied:
      guard let asked = promptedAt ?? requestedAt else {
        // A yes that no request of ours led to is not an outcome of the arm.
        if read == .denied { status = read }
        return
      }
      promptedAt = asked
      decidedAt = max(Self.within(seconds), asked)
      status = read
    case .notDetermined:
      requestedAt = nil  // lost, or its alert is noted already (R19)
      status = read
    case .restricted, .unknown:
      status = read
    }
  }

  private var requestedAt: Int64?

  /// Years 1 to 9999, which have four digits.
  private static func within(_ seconds: Int64) -> Int64 {
    min(max(seconds, -62_135_596_800), 253_402_300_799)
  }
}
