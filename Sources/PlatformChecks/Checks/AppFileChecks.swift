import ExperimentDesign
import RuleBook
import TextFormats

/// The keys of an app's files that checks read.
enum AppKey {
  static let usage = "NSUserTrackingUsageDescription"
  /// The build setting that Xcode writes into Info.plist.
  static let usageSetting = "INFOPLIST_KEY_NSUserTrackingUsageDescription"
  static let markdown = "NSUserTrackingMarkdownUsageDescription"
  static let tracking = "NSPrivacyTracking"
  static let domains = "NSPrivacyTrackingDomains"
  static let plist = "INFOPLIST_FILE"
  static let makesPlist = "GENERATE_INFOPLIST_FILE"
}

extension Inspection {
  /// An app's own files: L1 to L4, L31, L39, L43 and L45.
  mutating func check(_ project: AppProject, isOfExperiment: Bool, requests: [CodePlace]) {
    let files = project.files
    let bundles = AppBundles(files)
    checkDeclarations(project, bundles, requests: requests, isStated: isOfExperiment)
    for plist in bundles.apps {
      let usage = plist.root.entry(AppKey.usage)
      if let usage, usage.value.text == nil {
        note("L1 plist", ["kind": usage.value.kind], at: plist.location(AppKey.usage, usage.line))
      }
      if usage == nil, let markdown = plist.root.entry(AppKey.markdown) {
        note("L31 markdown", at: plist.location(AppKey.markdown, markdown.line))
      }
    }
    var groups: [(name: String, texts: [LocatedText])] = []
    let settings = BuildVariables(files)
    let inPlists = Set(bundles.plists.flatMap(\.texts).map(\.text))
    for file in files {
      var texts = file.texts.flatMap { settings.expanding($0) }
      // What Expo has written into an Info.plist is judged there.
      if file.kind == .expoConfig { texts = texts.filter { !inPlists.contains($0.text) } }
      guard !texts.isEmpty else { continue }
      let name = bundles.group(of: file)
      if let same = groups.firstIndex(where: { $0.name == name }) {
        groups[same].texts += texts
      } else {
        groups.append((name, texts))
      }
    }
    for group in groups {
      let english = Set(
        group.texts.filter { $0.isEnglish && !$0.isUntranslated }.map { UsageText($0.text).letters })
      // One sentence that stands in several files of an app is one fault, but where it should be a translation.
      var judged: Set<String> = []
      for text in group.texts
      where judged.insert(text.text + (text.isUntranslated ? "\n\(text.language ?? "")" : "")).inserted {
        checkUsage(text, english: english)
      }
    }
    checkTranslations(project, bundles, groups)
    // For Info.plist it is reported with the declaration.
    for file in files where file.kind != .infoPlist {
      for odd in file.faults {
        note(
          file.kind == .stringCatalog ? "L1 catalogue" : "L1 kind",
          ["language": odd.language.map { " in '\($0)'" } ?? "", "fault": odd.fault ?? ""], at: odd.location)
      }
    }
    for file in files { checkRepeated(file) }
    for manifest in files where manifest.kind == .privacyManifest { checkManifest(manifest) }
  }

  /// A key that checks read and that stands several times: the last is judged.
  private mutating func checkRepeated(_ file: AppFile) {
    let keys = [
      AppFile.Kind.infoPlist: ("L1 repeated", [AppKey.usage]),
      .privacyManifest: (
        "L43 repeated",
        [AppKey.tracking, AppKey.domains, "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes"]
      ),
    ]
    guard let (name, keys) = keys[file.kind] else { return }
    for key in keys {
      let found = file.root.entries.filter { $0.key == key }
      guard found.count > 1, let last = found.last else { continue }
      note(name, ["key": key, "count": "\(found.count)"], at: file.location(key, last.line))
    }
  }
}
