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
  /// With at least one of what it is of, where that has a name.
  case list(ManifestForm, of: String? = nil)
  case mapping(String, [(key: String, form: ManifestForm)], isWhole: Bool = true)

  static let manifest = ManifestForm.mapping(
    "a privacy manifest",
    [
      (AppKey.tracking, .flag), (AppKey.domains, .list(.domain)),
      (AppKey.collected, .list(.mapping("a type of data", data))),
      (AppKey.accessed, .list(.mapping("a use of an interface", use))),
    ], isWhole: false)

  private static let data: [(key: String, form: ManifestForm)] = [
    ("NSPrivacyCollectedDataType", words("types of data", "NSPrivacyCollectedDataType")),
    ("NSPrivacyCollectedDataTypeLinked", .flag), ("NSPrivacyCollectedDataTypeTracking", .flag),
    (
      "NSPrivacyCollectedDataTypePurposes",
      .list(words("purposes of data", "NSPrivacyCollectedDataTypePurpose"))
    ),
  ]

  private static let use: [(key: String, form: ManifestForm)] = [
    ("NSPrivacyAccessedAPIType", .text), ("NSPrivacyAccessedAPITypeReasons", .list(.text, of: "reason")),
  ]

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
      note("L43 no domain", at: manifest.location(AppKey.tracking, tracking.line))
    }
    guard let domains, !names.isEmpty else { return }
    let location = manifest.location(AppKey.domains, domains.line)
    if tracking == nil || tracking?.value.flag == false {
      note("L43 no tracking", at: location)
    }
    if let ads = names.first(where: TrackingDomain.servesAds) {
      note("L39 ads", ["domain": ads], at: location)
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
        "L43 domain", ["domain": String(text.prefix(80)), "fault": fault.words, "fix": fault.fix], at: here,
        severity: fault.isRefused ? .error : .warning)
    case (.word(let words), .text(let text)):
      if words.contains(text) { return }
      note("L43 value", ["value": String(text.prefix(80)), "key": location.key], at: here)
    case (.list(let form, let name), .list(let items)):
      if let name, items.isEmpty { note("L43 nothing", ["key": location.key, "what": name], at: here) }
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
          note("L43 key", ["key": String(entry.key.prefix(80)), "what": what], at: here)
        }
      }
      let missing = keys.map(\.key).filter { value.entry($0) == nil }
      guard isWhole, let first = missing.first else { return }
      here.line = value.line
      here.key = location.key
      note(
        "L43 incomplete", ["what": what, "keys": missing.joined(separator: ", ")], at: here,
        severity: first == keys[0].key ? .error : .warning)
    case _:
      let (what, fix) = form.words
      note(
        "L43 kind", ["key": location.key, "what": what, "kind": value.kind, "fix": fix], at: location)
    }
  }
}

/// What an entry of `NSPrivacyTrackingDomains` may be: a bare domain (R149).
enum TrackingDomain {
  struct Fault: Equatable {
    /// What is wrong, to stand after the domain.
    var words: String
    var fix = "Write the bare domain, such as ads.example.com."
    /// Whether an upload with it is refused; a scheme has been seen in manifests that apps ship.
    var isRefused = true
  }

  /// What is wrong with an entry; `nil` for a bare domain.
  static func fault(in text: String) -> Fault? {
    if text.allSatisfy(\.isWhitespace) { return Fault(words: "is empty", fix: "Remove the entry.") }
    if text.contains(where: \.isWhitespace) { return Fault(words: "has blanks") }
    if let slashes = text.firstRange(of: "//"), !text[..<slashes.lowerBound].contains("/") {
      // What is wrong behind it counts for more.
      return fault(in: String(text[slashes.upperBound...])) ?? Fault(words: "has a scheme", isRefused: false)
    }
    if text.hasSuffix("/"), !text.contains(where: { "*?#".contains($0) }) {
      return Fault(words: "ends with a slash")
    }
    let signs = [
      ("*", "a wildcard"), ("?", "a query"), ("#", "a query"), ("/", "a path"), (":", "a port"),
      ("@", "a user name"),
    ]
    if let sign = signs.first(where: { text.contains($0.0) }) { return Fault(words: "has \(sign.1)") }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count < 2 { return Fault(words: "has no top-level domain") }
    return labels.contains(where: \.isEmpty) ? Fault(words: "has an empty part between dots") : nil
  }

  /// Whether ads themselves come from it, and not only what measures them.
  static func servesAds(_ text: String) -> Bool {
    WordList.words("domains that serve ads").contains(text.lowercased())
  }
}
