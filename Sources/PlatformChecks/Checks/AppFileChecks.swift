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
}

extension Inspection {
  /// An app's own files: L1 to L4, L31, L39, L43 and L45.
  mutating func check(_ bundles: AppBundles, _ sources: [CodeInspection], isOfExperiment: Bool) {
    let files = bundles.project.files
    checkDeclarations(bundles, sources, isStated: isOfExperiment)
    let inPlists = Set(bundles.plists.flatMap(\.texts).map(\.text))
    var groups: [String: [LocatedText]] = [:]
    for file in files {
      // What Expo has written into an Info.plist is judged there; other libraries leave one that is there as it is.
      groups[bundles.group(of: file), default: []] += file.texts.flatMap(bundles.expanding).filter {
        !bundles.isReplaced(file)
          && (file.kind != .expoConfig
            || (file.root["expo"] == nil ? inPlists.isEmpty : !inPlists.contains($0.text)))
      }
    }
    for (group, texts) in groups.sorted(by: { $0.key < $1.key }) {
      let english = texts.filter { $0.isEnglish && !$0.isUntranslated }
      let letters = Set(english.map { UsageText($0.text).folded.letters })
      let sample = texts.firstIndex { UsageText($0.text).sample != nil }
      for (index, text) in texts.enumerated() {
        checkUsage(
          text, english: letters, isSampleSaid: !text.isFallback && sample.map { $0 < index } ?? false)
      }
      checkTranslations(bundles, group, texts)
    }
    for manifest in files where manifest.kind == .privacyManifest { checkManifest(manifest) }
    for plist in bundles.apps where plist.root[AppKey.usage] == nil {
      guard let markdown = plist.root[AppKey.markdown] else { continue }
      note("L31 markdown", at: plist.location(AppKey.markdown, markdown.line))
    }
  }

  /// What a privacy manifest says of tracking: what App Store Connect refuses (L43), and its tracking domains (L39), of
  /// which an app that asks may declare none (R150).
  mutating func checkManifest(_ manifest: AppFile) {
    func place(_ value: PropertyValue) -> FileLocation { manifest.location(value.key, value.line) }
    let tracking = manifest.root[AppKey.tracking]
    let domains = manifest.root[AppKey.domains]
    if let tracking, tracking.flag == nil { note("L43 flag", ["kind": tracking.kind], at: place(tracking)) }
    let odd = domains?.items == nil ? domains : domains?.items?.first { $0.text == nil }
    if let odd { note("L43 list", ["kind": odd.kind], at: manifest.location(AppKey.domains, odd.line)) }
    let names = (domains?.items ?? []).compactMap(\.text)
    for value in domains?.items ?? [] {
      guard let text = value.text, let fault = text.faultOfDomain else { continue }
      note(fault, ["domain": String(text.prefix(80))], at: manifest.location(AppKey.domains, value.line))
    }
    // Tracking needs a domain, and a domain needs tracking (R148).
    let isEmpty = names.allSatisfy { $0.allSatisfy(\.isWhitespace) }
    if let tracking, tracking.flag == true, isEmpty, odd == nil { note("L43 no domain", at: place(tracking)) }
    guard let domains, !isEmpty else { return }
    if tracking == nil || tracking?.flag == false { note("L43 no tracking", at: place(domains)) }
    // Ads themselves, and not only what measures them.
    if let ads = names.first(where: { WordList.has("domains that serve ads", $0.lowercased()) }) {
      note("L39 ads", ["domain": ads], at: place(domains))
    }
  }
}

extension String {
  /// The case of what is wrong with it as an entry of `NSPrivacyTrackingDomains`; `nil` for a bare domain (R149).
  var faultOfDomain: String? {
    guard let found = wholeMatch(of: /([^\/]*+\/\/)?+[\p{L}\p{N}-]++(?:\.[\p{L}\p{N}-]++)++/) else {
      return isEmpty ? "L43 empty" : "L43 domain"
    }
    return found.1 == nil ? nil : "L43 scheme"
  }
}
