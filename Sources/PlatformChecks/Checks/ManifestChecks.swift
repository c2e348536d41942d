import ExperimentDesign
import RuleBook

/// What may stand in a privacy manifest, key by key.
///
/// Reference: Apple, *Privacy manifest files*, with *Describing data use in privacy manifests*.
private indirect enum ManifestForm: Sendable {
  case flag
  /// A bare domain.
  case domain
  case text
  /// A text out of Apple's list, which grows.
  case word(Set<String>)
  case list(ManifestForm)
  case mapping(String, [(key: String, form: ManifestForm)], isWhole: Bool = true)

  static let manifest = ManifestForm.mapping(
    "a privacy manifest",
    [
      (AppKey.tracking, .flag), (AppKey.domains, .list(.domain)),
      (
        AppKey.collected,
        .list(
          .mapping(
            "a type of data",
            [
              ("NSPrivacyCollectedDataType", words("types of data", "NSPrivacyCollectedDataType")),
              ("NSPrivacyCollectedDataTypeLinked", .flag), ("NSPrivacyCollectedDataTypeTracking", .flag),
              (
                "NSPrivacyCollectedDataTypePurposes",
                .list(words("purposes of data", "NSPrivacyCollectedDataTypePurpose"))
              ),
            ]))
      ),
      (
        AppKey.accessed,
        .list(
          .mapping(
            "a use of an interface",
            [("NSPrivacyAccessedAPIType", .text), ("NSPrivacyAccessedAPITypeReasons", .list(.text))]))
      ),
    ], isWhole: false)

  private static func words(_ list: String, _ prefix: String) -> ManifestForm {
    .word(Set(WordList.words(list).map { prefix + $0 }))
  }

  /// What is expected, in words, and how that is written.
  var words: (what: String, fix: String) {
    switch self {
    case .flag: ("true or false", "Write <true/> or <false/>.")
    case .domain: ("texts", "Write each domain as text: <string>ads.example.com</string>.")
    case .text, .word: ("text", "Write it as a <string>.")
    case .list: ("a list", "Write it as an <array>.")
    case .mapping: ("mappings", "Write each as a <dict>.")
    }
  }
}

extension Inspection {
  /// A privacy manifest by itself: what App Store Connect refuses (L43), and its tracking domains (L39).
  ///
  /// Whether the manifest agrees with Info.plist is not judged: an app may ask and declare no tracking
  /// domains (R150).
  mutating func checkManifest(_ manifest: AppFile) {
    check(manifest.root, as: .manifest, manifest.location("", manifest.root.line))
    let tracking = manifest.root.entry(AppKey.tracking)
    let domains = manifest.root.entry(AppKey.domains)
    let names = (domains?.value.items ?? []).compactMap(\.text).filter { !$0.allSatisfy(\.isWhitespace) }
    // Tracking needs a domain, and a domain needs tracking (R148).
    if let tracking, tracking.value.flag == true, names.isEmpty,
      domains.map({ $0.value.items != nil }) ?? true
    {
      note(
        "L43", "NSPrivacyTracking is true, but no tracking domain is listed.",
        at: manifest.location(AppKey.tracking, tracking.line),
        fix:
          "List the domains that track under NSPrivacyTrackingDomains. Where the app connects to none, set NSPrivacyTracking to false.",
        rules: ["R148"])
    }
    guard let domains, !names.isEmpty else { return }
    let location = manifest.location(AppKey.domains, domains.line)
    if tracking == nil || tracking?.value.flag == false {
      note(
        "L43", "Tracking domains are listed, but NSPrivacyTracking is not true.", at: location,
        fix: "Set NSPrivacyTracking to true, or remove the domains.", rules: ["R148"])
    }
    if let ads = names.first(where: TrackingDomain.servesAds) {
      note(
        "L39", "Ads come from '\(ads)', so none load for people who have not allowed tracking.", at: location,
        severity: .note, fix: "Remove it if people who say no should still see ads that are not personalized."
      )
    }
  }

  /// A value, and what it holds, against what should stand there.
  private mutating func check(_ value: PropertyValue, as form: ManifestForm, _ location: FileLocation) {
    var here = location
    here.line = value.line
    switch (form, value.content) {
    case (.flag, .flag), (.text, .text): return
    case (.domain, .text(let text)):
      guard let fault = TrackingDomain.fault(in: text) else { return }
      note(
        "L43", "The tracking domain '\(text.prefix(80))' \(fault.words).", at: here,
        severity: fault.isRefused ? .error : .warning, fix: fault.fix, rules: ["R149"])
    case (.word(let words), .text(let text)):
      if words.contains(text) { return }
      note(
        "L43", "'\(text.prefix(80))' is not in Apple's list of values of \(location.key).", at: here,
        severity: .warning, fix: "Use a value of Apple's list; a spelling is taken letter by letter.")
    case (.list(let form), .list(let items)):
      for item in items {
        here.line = item.line
        check(item, as: form, here)
      }
    case (.mapping(let what, let keys, let isWhole), .mapping(let entries)):
      for entry in entries {
        here.line = entry.line
        here.key = entry.key
        if let form = keys.first(where: { $0.key == entry.key })?.form {
          check(entry.value, as: form, here)
        } else {
          note(
            "L43", "'\(entry.key.prefix(80))' is not a key of \(what).", at: here,
            fix: "Remove it, or correct its spelling.")
        }
      }
      let missing = keys.map(\.key).filter { value.entry($0) == nil }
      guard isWhole, let first = missing.first else { return }
      here.line = value.line
      here.key = location.key
      note(
        "L43", "What should be \(what) lacks \(missing.joined(separator: ", ")).", at: here,
        severity: first == keys[0].key ? .error : .warning, fix: "Add what is missing.")
    case _:
      let (what, fix) = form.words
      note(
        "L43", "\(location.key) expects \(what), found \(value.kind).", at: location, fix: fix,
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
