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
    for plist in bundles.apps where plist.root.entry(AppKey.usage) == nil {
      guard let markdown = plist.root.entry(AppKey.markdown) else { continue }
      note("L31 markdown", at: plist.location(AppKey.markdown, markdown.line))
    }
    let settings = BuildVariables(files)
    let inPlists = Set(bundles.plists.flatMap(\.texts).map(\.text))
    let texts = files.flatMap { file in
      // What Expo has written into an Info.plist is judged there.
      file.texts.flatMap(settings.expanding).filter {
        file.kind != .expoConfig || !inPlists.contains($0.text)
      }
      .map { (group: bundles.group(of: file), text: $0) }
    }
    let groups = Dictionary(grouping: texts, by: \.group).mapValues { $0.map(\.text) }
    for texts in groups.values {
      let english = Set(
        texts.filter { $0.isEnglish && !$0.isUntranslated }.map { UsageText($0.text).letters })
      // One sentence that stands in several files of an app is one fault, but where it should be a translation.
      var judged: Set<String> = []
      for text in texts
      where judged.insert(text.text + (text.isUntranslated ? "\n\(text.language ?? "")" : "")).inserted {
        checkUsage(text, english: english)
      }
    }
    checkTranslations(project, bundles, groups)
    for file in files where file.kind != .infoPlist || bundles.apps.contains(file) {
      for odd in file.faults {
        note(
          "L1 kind", ["language": odd.language.map { " in '\($0)'" } ?? "", "fault": odd.fault ?? ""],
          at: odd.location)
      }
    }
    for manifest in files where manifest.kind == .privacyManifest { checkManifest(manifest) }
  }
}
