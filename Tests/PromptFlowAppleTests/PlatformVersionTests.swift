import PromptFlow
import PromptFlowApple
import Testing

@Suite("The class of a version, by the numbers of its platform")
struct PlatformVersionTests {
  @Test(
    "R10, R50, R54, R56: a number tells it, and macOS and visionOS have numbers of their own",
    arguments: [
      (ApplePlatform.iOS, 13, 7, SystemVersion.before14), (.iOS, -1, 0, .before14), (.iOS, 14, 0, .iOS14_0),
      (.iOS, 14, 4, .iOS14_0), (.iOS, 14, 5, .iOS14_5), (.iOS, 14, 8, .iOS14_5), (.iOS, 15, 0, .modern),
      (.iOS, 17, 3, .modern), (.iOS, 17, 4, .iOS17_4), (.iOS, 17, 5, .modern), (.iOS, 99, 0, .modern),
      (.macOS, 10, 15, .before14), (.macOS, 11, 2, .iOS14_0), (.macOS, 11, 3, .iOS14_5),
      (.macOS, 12, 0, .modern),
      (.macOS, 14, 0, .modern), (.macOS, 14, 4, .iOS17_4), (.macOS, 14, 5, .modern), (.macOS, 17, 4, .modern),
      (.visionOS, 1, 0, .modern), (.visionOS, 1, 1, .iOS17_4), (.visionOS, 2, 0, .modern),
      (.visionOS, 14, 0, .modern),
    ])
  func classes(platform: ApplePlatform, major: Int, minor: Int, expected: SystemVersion) {
    #expect(SystemVersion(major: major, minor: minor, on: platform) == expected)
  }
}
