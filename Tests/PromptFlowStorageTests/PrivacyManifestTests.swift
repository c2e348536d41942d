import Foundation
import Testing

@Suite("The privacy manifests of the products")
struct PrivacyManifestTests {
  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")

  /// Apple's required-reason APIs, by category, as they would stand in a source.
  private static let requiredReason = [
    "NSPrivacyAccessedAPICategoryUserDefaults": ["UserDefaults"],
    "NSPrivacyAccessedAPICategorySystemBootTime": ["systemUptime", "mach_absolute_time"],
    "NSPrivacyAccessedAPICategoryFileTimestamp": [
      "creationDate", "modificationDate", "contentModificationDate", "attributesOfItem", "getattrlist",
    ],
    "NSPrivacyAccessedAPICategoryDiskSpace": ["volumeAvailableCapacity", "systemFreeSize", "statfs"],
    "NSPrivacyAccessedAPICategoryActiveKeyboards": ["activeInputModes"],
  ]

  private func manifest(_ target: String) throws -> [String: Any] {
    let data = try Data(
      contentsOf: Self.sources.appendingPathComponent("\(target)/PrivacyInfo.xcprivacy"))
    return try #require(
      PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
  }

  private func text(_ target: String) throws -> String {
    let folder = Self.sources.appendingPathComponent(target)
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var text = ""
    for case let file as URL in files where file.pathExtension == "swift" {
      text += try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    }
    return text
  }

  @Test(
    "each says that nothing is tracked or collected", arguments: ["PromptFlowStorage", "PromptFlowApple"])
  func collectsNothing(target: String) throws {
    let manifest = try manifest(target)
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    #expect(manifest.count == 4)
  }

  @Test(
    "each names the required-reason APIs that its sources use, and no other",
    arguments: ["PromptFlowStorage", "PromptFlowApple"])
  func namesAPIs(target: String) throws {
    let text = try text(target)
    let used = Self.requiredReason.filter { $0.value.contains { text.contains($0) } }.keys.sorted()
    let entries = try #require(try manifest(target)["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    #expect(entries.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }.sorted() == used)
    for entry in entries {
      let reasons = entry["NSPrivacyAccessedAPITypeReasons"] as? [String]
      #expect(reasons == ["CA92.1"], "the app's own defaults")
    }
  }

  @Test("PromptFlow itself uses none and needs no manifest")
  func core() throws {
    let text = try text("PromptFlow")
    #expect(!Self.requiredReason.values.joined().contains { text.contains($0) })
  }
}
