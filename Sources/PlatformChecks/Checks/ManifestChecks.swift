import ExperimentDesign
import RuleBook

extension Inspection {
  /// A privacy manifest by itself: what App Store Connect refuses (L43), and its tracking domains (L39).
  ///
  /// Whether the manifest agrees with Info.plist is not judged: an app may ask and declare no tracking
  /// domains (R150).
  mutating func checkManifest(_ manifest: AppFile) {
    for entry in manifest.root.entries where !ManifestWords.keys.contains(entry.key) {
      note(
        "L43", "'\(entry.key.prefix(80))' is not a key of a privacy manifest.",
        at: manifest.location(entry.key, entry.line), fix: "Remove it, or correct its spelling.")
    }
    let tracking = manifest.root.entry(AppKey.tracking)
    if let tracking { expectFlag(tracking, in: manifest) }
    let domains = manifest.root.entry(AppKey.domains)
    let listed = domains.map { expectList($0, in: manifest) } ?? []
    // A list may name one text thousands of times: each is judged once, where it stands first. By its bytes:
    // comparing texts as people read them takes fifty times their size where their letters have marks.
    var judged: Set<[UInt8]> = []
    let distinct = listed.filter { $0.text.map { judged.insert(Array($0.utf8)).inserted } ?? true }
    for item in distinct { checkDomain(item, manifest) }
    let named = distinct.filter { $0.text?.contains { !$0.isWhitespace } == true }
    checkAgreement(tracking, domains, isNamed: !named.isEmpty, manifest)
    checkDataTypes(manifest)
    checkAccessed(manifest)
    checkDomainUse(named.isEmpty ? nil : domains, named.compactMap(\.text), manifest)
  }

  /// Tracking needs a domain, and a domain needs tracking (R148).
  private mutating func checkAgreement(
    _ tracking: PropertyValue.Entry?, _ domains: PropertyValue.Entry?, isNamed: Bool, _ manifest: AppFile
  ) {
    if let tracking, tracking.value.flag == true, !isNamed, domains?.value.items != nil || domains == nil {
      note(
        "L43", "NSPrivacyTracking is true, but no tracking domain is listed.",
        at: manifest.location(AppKey.tracking, tracking.line),
        fix:
          "List the domains that track under NSPrivacyTrackingDomains. Where the app connects to none, set NSPrivacyTracking to false.",
        rules: ["R148"])
    }
    if isNamed, let domains, tracking == nil || tracking?.value.flag == false {
      note(
        "L43", "Tracking domains are listed, but NSPrivacyTracking is not true.",
        at: manifest.location(AppKey.domains, domains.line),
        fix: "Set NSPrivacyTracking to true, or remove the domains.", rules: ["R148"])
    }
  }

  /// One entry of the list of domains (R149).
  private mutating func checkDomain(_ item: PropertyValue, _ manifest: AppFile) {
    let location = manifest.location(AppKey.domains, item.line)
    guard let text = item.text else {
      return note(
        "L43", "NSPrivacyTrackingDomains expects texts, found \(item.kind).", at: location,
        fix: "Write each domain as text: <string>ads.example.com</string>.")
    }
    guard let fault = TrackingDomain.fault(in: text) else { return }
    note(
      "L43", "The tracking domain '\(text.prefix(80))' \(fault.words).", at: location,
      severity: fault.isRefused ? .error : .warning, fix: fault.fix, rules: ["R149"])
  }

  /// The types of data: a list of mappings, each with its type, two flags and its purposes.
  private mutating func checkDataTypes(_ manifest: AppFile) {
    guard let collected = manifest.root.entry(AppKey.collected) else { return }
    for data in expectList(collected, in: manifest) {
      guard case .mapping = data.content else {
        note(
          "L43", "NSPrivacyCollectedDataTypes expects mappings, found \(data.kind).",
          at: manifest.location(AppKey.collected, data.line),
          fix: "Write each type of data as a <dict> with NSPrivacyCollectedDataType.")
        continue
      }
      checkDataType(data, manifest)
    }
  }

  private mutating func checkDataType(_ data: PropertyValue, _ manifest: AppFile) {
    for entry in data.entries where !ManifestWords.dataKeys.contains(entry.key) {
      note(
        "L43", "'\(entry.key.prefix(80))' is not a key of a type of data.",
        at: manifest.location(entry.key, entry.line), fix: "Remove it, or correct its spelling.")
    }
    let missing = ManifestWords.dataKeys.filter { data.entry($0) == nil }
    if !missing.isEmpty {
      note(
        "L43", "A type of data lacks \(missing.joined(separator: ", ")).",
        at: manifest.location(AppKey.collected, data.line),
        severity: missing.contains(AppKey.dataType) ? .error : .warning, fix: "Add what is missing.")
    }
    if let type = data.entry(AppKey.dataType) {
      expectWord(type.value, type, ManifestWords.dataTypes, manifest)
    }
    for key in [AppKey.dataLinked, AppKey.dataTracks] {
      if let entry = data.entry(key) { expectFlag(entry, in: manifest) }
    }
    if let purposes = data.entry(AppKey.dataPurposes) {
      for purpose in expectList(purposes, in: manifest) {
        expectWord(purpose, purposes, ManifestWords.purposes, manifest)
      }
    }
  }

  /// The required-reason interfaces: only their form, since which ones an app calls is not seen here.
  private mutating func checkAccessed(_ manifest: AppFile) {
    guard let accessed = manifest.root.entry(AppKey.accessed) else { return }
    for item in expectList(accessed, in: manifest) {
      let hasReasons = item["NSPrivacyAccessedAPITypeReasons"]?.items?.isEmpty == false
      if item["NSPrivacyAccessedAPIType"]?.text == nil || !hasReasons {
        note(
          "L43",
          "An entry of NSPrivacyAccessedAPITypes expects the text NSPrivacyAccessedAPIType and a list NSPrivacyAccessedAPITypeReasons with a reason.",
          at: manifest.location(AppKey.accessed, item.line), fix: "Add the category and its reasons.")
      }
    }
  }

  /// What listed domains mean at run time (R57).
  private mutating func checkDomainUse(
    _ domains: PropertyValue.Entry?, _ names: [String], _ manifest: AppFile
  ) {
    guard let domains else { return }
    let location = manifest.location(AppKey.domains, domains.line)
    if let ads = names.first(where: TrackingDomain.servesAds) {
      note(
        "L39", "Ads come from '\(ads)', so none load for people who have not allowed tracking.", at: location,
        severity: .note,
        fix: "Remove it if people who say no should still see ads that are not personalized.")
    }
  }

  private mutating func expectFlag(_ entry: PropertyValue.Entry, in manifest: AppFile) {
    guard entry.value.flag == nil else { return }
    note(
      "L43", "\(entry.key) expects true or false, found \(entry.value.kind).",
      at: manifest.location(entry.key, entry.line), fix: "Write <true/> or <false/>.", rules: ["R148"])
  }

  /// The items of a list; none, and a finding, where it is anything else.
  private mutating func expectList(_ entry: PropertyValue.Entry, in manifest: AppFile) -> [PropertyValue] {
    if let items = entry.value.items { return items }
    note(
      "L43", "\(entry.key) expects a list, found \(entry.value.kind).",
      at: manifest.location(entry.key, entry.line), fix: "Write it as an <array>.", rules: ["R148"])
    return []
  }

  /// A text out of Apple's list; a word that is not in it is a warning, since the list grows.
  private mutating func expectWord(
    _ value: PropertyValue, _ entry: PropertyValue.Entry, _ words: Set<String>, _ manifest: AppFile
  ) {
    let location = manifest.location(entry.key, value.line)
    guard let text = value.text else {
      return note(
        "L43", "\(entry.key) expects text, found \(value.kind).", at: location,
        fix: "Write it as a <string>.",
        rules: ["R148"])
    }
    if !words.contains(text) {
      note(
        "L43", "'\(text.prefix(80))' is not in Apple's list of values of \(entry.key).", at: location,
        severity: .warning, fix: "Use a value of Apple's list; a spelling is taken letter by letter.",
        rules: ["R148"])
    }
  }
}

/// What an entry of `NSPrivacyTrackingDomains` may be: a bare domain (R149).
enum TrackingDomain {
  struct Fault: Equatable {
    /// What is wrong, to stand after the domain.
    var words: String
    var fix: String
    /// Whether an upload with it is refused; a scheme has been seen in manifests that apps ship.
    var isRefused = true
  }

  /// What is wrong with an entry; `nil` for a bare domain.
  static func fault(in text: String) -> Fault? {
    let bare = "Write the bare domain, such as ads.example.com."
    func fault(_ words: String) -> Fault { Fault(words: words, fix: bare) }
    guard text.contains(where: { !$0.isWhitespace }) else {
      return Fault(words: "is empty", fix: "Remove the entry.")
    }
    if text.contains(where: \.isWhitespace) { return fault("has blanks") }
    if let slashes = text.firstRange(of: "//"), !text[..<slashes.lowerBound].contains("/") {
      // What is wrong behind it counts for more.
      let rest = String(text[slashes.upperBound...])
      return Self.fault(in: rest) ?? Fault(words: "has a scheme", fix: bare, isRefused: false)
    }
    if text.contains("*") { return fault("has a wildcard") }
    if text.contains("?") || text.contains("#") { return fault("has a query") }
    if text.hasSuffix("/") { return fault("ends with a slash") }
    if text.contains("/") { return fault("has a path") }
    if text.contains(":") { return fault("has a port") }
    if text.contains("@") { return fault("has a user name") }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count < 2 { return fault("has no top-level domain") }
    if labels.contains(where: \.isEmpty) { return fault("has an empty part between dots") }
    return nil
  }

  /// Whether ads themselves come from it, and not only what measures them.
  static func servesAds(_ text: String) -> Bool {
    ["googleads.g.doubleclick.net", "doubleclick.net", "g.doubleclick.net", "pagead2.googlesyndication.com"]
      .contains(text.lowercased())
  }
}

/// The words of a privacy manifest.
///
/// Reference: Apple, *Privacy manifest files*, with *Describing data use in privacy manifests*.
enum ManifestWords {
  static let keys: Set<String> = [AppKey.tracking, AppKey.domains, AppKey.collected, AppKey.accessed]

  /// The four keys of a type of data, in Apple's order.
  static let dataKeys = [AppKey.dataType, AppKey.dataLinked, AppKey.dataTracks, AppKey.dataPurposes]

  static let dataTypes = Set(WordList.words("types of data").map { "NSPrivacyCollectedDataType\($0)" })

  static let purposes = Set(
    WordList.words("purposes of data").map { "NSPrivacyCollectedDataTypePurpose\($0)" })
}
