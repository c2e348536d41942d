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
struct ProjectFacts {
  /// Whether UIKit calls a scene's delegate in place of the application's; `nil` where no Info.plist was read.
  ///
  /// It does where Info.plist has `UIApplicationSceneManifest`, or a build setting writes one.
  var hasScenes: Bool?
  /// Classes that a storyboard or a scene manifest shows first: the initial controllers' `customClass`.
  var firstScreens: Set<String> = []
  /// Classes of scene delegates that the scene manifest names.
  var sceneDelegates: Set<String> = []
  /// Where a usage string stands; `nil` where none does.
  var usageText: CodePlace?
  /// Whether a source in a language that is not read may make the request.
  var mayAskElsewhere = false
  /// Hosts that a privacy manifest declares as tracking.
  var trackingDomains: Set<String> = []
}
