/// A source of an app, as its bytes.
public struct SourceText: Sendable {
  /// The file as it was named.
  public var path: String
  /// The language it is written in.
  public var language: SourceLanguage
  /// In UTF-8, or in another encoding that leaves ASCII as it is.
  public var bytes: [UInt8]

  /// The text of a file, in UTF-8.
  public init(path: String, language: SourceLanguage, bytes: [UInt8]) {
    self.path = path
    self.language = language
    self.bytes = bytes
  }
}

/// What files other than sources say of an app, as far as rules about sources need it.
public struct ProjectFacts: Sendable {
  /// Whether UIKit calls a scene's delegate in place of the application's; `nil` where no Info.plist was read.
  ///
  /// It does where Info.plist has `UIApplicationSceneManifest`, or a build setting writes one.
  public var hasScenes: Bool?
  /// Classes that a storyboard or a scene manifest shows first: the initial controllers' `customClass`.
  public var firstScreens: Set<String>
  /// Classes of scene delegates that the scene manifest names.
  public var sceneDelegates: Set<String>
  /// Where a usage string stands; `nil` where none does.
  public var usageText: CodePlace?
  /// Whether a source in a language that is not read, or a library that asks by itself, may make the request.
  public var mayAskElsewhere: Bool
  /// Hosts that a privacy manifest declares as tracking, with where it does.
  public var trackingDomains: [String: CodePlace]

  /// Nothing but what is given.
  public init(
    hasScenes: Bool? = nil, firstScreens: Set<String> = [], sceneDelegates: Set<String> = [],
    usageText: CodePlace? = nil, mayAskElsewhere: Bool = false, trackingDomains: [String: CodePlace] = [:]
  ) {
    self.hasScenes = hasScenes
    self.firstScreens = firstScreens
    self.sceneDelegates = sceneDelegates
    self.usageText = usageText
    self.mayAskElsewhere = mayAskElsewhere
    self.trackingDomains = trackingDomains
  }
}

/// What the sources of one app show.
public struct SourceReport: Sendable {
  /// Mistakes, in the order of the sources.
  public var findings: [AppFinding] = []
  /// Where the sources ask for permission to track: a missing usage string is then an error.
  public var requests: [CodePlace] = []
  /// What App Review would see of them; `nil` where that cannot be said.
  public var sight: CheckReport.Sight?
}
