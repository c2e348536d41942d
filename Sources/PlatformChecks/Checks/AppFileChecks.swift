import ExperimentDesign
import RuleBook
import TextFormats

/// The keys of an app's files that checks read.
enum AppKey {
  static let usage = "NSUserTrackingUsageDescription"
  /// The build setting that Xcode writes into Info.plist.
  static let usageSetting = "INFOPLIST_KEY_NSUserTrackingUsageDescription"
  static let markdown = "NSUserTrackingMarkdownUsageDescription"
  static let domains = "NSPrivacyTrackingDomains"
}

extension Inspection {
  /// An app's own files: L1 to L4, L31, L39, L43 and L45.
  mutating func check(_ bundles: AppBundles, _ sources: [CodeInspection], isOfExperiment: Bool) {
    let files = bundles.project.files
    checkDeclarations(bundles, sources, isStated: isOfExperiment)
    let inPlists = Set(bundles.plists.flatMap(\.texts).map(\.text))
    var groups: [String: [LocatedText]] = [:]
    for file in files where !bundles.isReplaced(file) {
      // What Expo has written into an Info.plist is judged there; other libraries leave one that is there as it is.
      groups[bundles.group(of: file), default: []] += file.texts.flatMap(bundles.expanding).filter {
        file.kind != .expoConfig
          || (file.root["expo"] == nil ? inPlists.isEmpty : !inPlists.contains($0.text))
      }
    }
    for (group, given) in groups.sorted(by: { $0.key < $1.key }) {
      // What is left in English comes after the English text, which is judged in its own place.
      let texts = given.filter { !$0.isUntranslated } + given.filter(\.isUntranslated)
      let sample = texts.firstIndex { UsageText($0.text).sample != nil } ?? .max
      for (index, text) in texts.enumerated() {
        checkUsage(text, isSampleSaid: !text.isFallback && sample < index)
      }
      checkTranslations(bundles, group, texts)
    }
    for manifest in files where manifest.kind == .privacyManifest { checkManifest(manifest) }
    for plist in bundles.apps where plist.root[AppKey.usage] == nil {
      if let markdown = plist.root[AppKey.markdown] { note("L31 markdown", at: plist.location(markdown)) }
    }
  }

  /// What a privacy manifest says of tracking: what App Store Connect refuses (L43), and its tracking domains (L39), of
  /// which an app that asks may declare none (R150).
  mutating func checkManifest(_ manifest: AppFile) {
    func tell(_ name: String, _ words: [String: String] = [:], at value: PropertyValue?) {
      if let value { note(name, words, at: manifest.location(value)) }
    }
    let (tracking, domains) = (manifest.root["NSPrivacyTracking"], manifest.root[AppKey.domains])
    if let tracking, tracking.flag == nil { tell("L43 flag", ["kind": tracking.kind], at: tracking) }
    let odd = domains?.items == nil ? domains : domains?.items?.first { $0.text == nil }
    if let odd { tell("L43 list", ["kind": odd.kind], at: odd) }
    for value in domains?.items ?? [] {
      guard let text = value.text, let fault = text.faultOfDomain else { continue }
      tell(fault, ["domain": String(text.prefix(80))], at: value)
    }
    // Tracking needs a domain, and a domain needs tracking (R148).
    let names = (domains?.items ?? []).compactMap(\.text)
    let isEmpty = names.allSatisfy { $0.allSatisfy(\.isWhitespace) }
    if tracking?.flag == true, isEmpty, odd == nil { tell("L43 no domain", at: tracking) }
    if tracking == nil || tracking?.flag == false, !isEmpty { tell("L43 no tracking", at: domains) }
    // Ads themselves, and not only what measures them.
    let ads = names.first { WordList.has("domains that serve ads", $0.lowercased()) }
    if let ads { tell("L39 ads", ["domain": ads], at: domains) }
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
