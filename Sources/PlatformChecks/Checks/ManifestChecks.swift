import ExperimentDesign
import RuleBook
import TextFormats

extension Inspection {
  /// A privacy manifest by itself: what App Store Connect refuses (L43), and its tracking domains (L39).
  ///
  /// Whether the manifest agrees with Info.plist is not judged: an app may ask and declare no tracking
  /// domains (R150).
  mutating func checkManifest(_ manifest: AppFile) {
    check(manifest.root, as: "a privacy manifest", manifest.location("", manifest.root.line))
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

  /// What may stand under each key of a mapping, by what that is.
  ///
  /// Reference: Apple, *Privacy manifest files*, with *Describing data use in privacy manifests*.
  private static let forms = Dictionary(
    WordList.lists("manifest").map { list in
      (list.of, list.lines.map { $0.split(separator: ":").map { $0.trimmingPrefix(" ").description } })
    }
  ) { $1 }

  /// What is expected of another form, in words, and how that is written.
  private static let kinds = [
    "flag": ("true or false", "Write <true/> or <false/>."), "list": ("a list", "Write it as an <array>."),
    "domain": ("texts", "Write each domain as text: <string>ads.example.com</string>."),
    "mapping": ("mappings", "Write each as a <dict>."),
  ]

  /// A value, and what it holds, against the name of the form that should stand there: `list domain`.
  private mutating func check(_ value: PropertyValue, as form: String, _ location: FileLocation) {
    var here = location
    here.line = value.line
    let item = form.hasPrefix("list ") ? String(form.dropFirst(5)) : nil
    let keys = Self.forms[form]
    switch value.content {
    case .flag where form == "flag": return
    case .list(let items):
      guard let item else { break }
      if item == "reason", items.isEmpty {
        note("L43 nothing", ["key": location.key, "what": item], at: here)
      }
      for value in items {
        here.line = value.line
        check(value, as: item, here)
      }
      return
    case .mapping(let entries):
      guard let keys else { break }
      for entry in entries {
        here.line = entry.line
        here.key = entry.key
        if let row = keys.first(where: { $0[0] == entry.key }) {
          check(entry.value, as: row[1], here)
        } else {
          note("L43 key", ["key": String(entry.key.prefix(80)), "what": form], at: here)
        }
      }
      let missing = keys.map { $0[0] }.filter { value.entry($0) == nil }
      guard form != "a privacy manifest", let first = missing.first else { return }
      here.line = value.line
      here.key = location.key
      return note(
        "L43 incomplete", ["what": form, "keys": missing.joined(separator: ", ")], at: here,
        severity: first == keys[0][0] ? .error : .warning)
    case .text(let text):
      guard item == nil, keys == nil, form != "flag" else { break }
      let shown = String(text.prefix(80))
      if form == "domain", let fault = TrackingDomain.fault(in: text) {
        note(
          "L43 domain", ["domain": shown, "fault": fault.words, "fix": fault.fix], at: here,
          severity: fault.isRefused ? .error : .warning)
      }
      // A text out of Apple's list, which grows.
      let words = WordList.words(form)
      let prefix = location.key.hasSuffix("s") ? String(location.key.dropLast()) : location.key
      if !words.isEmpty, !words.contains(where: { prefix + $0 == text }) {
        note("L43 value", ["value": shown, "key": location.key], at: here)
      }
      return
    case .flag, .other: break
    }
    let kind = item != nil ? "list" : keys != nil ? "mapping" : form
    let (what, fix) = Self.kinds[kind] ?? ("text", "Write it as a <string>.")
    note("L43 kind", ["key": location.key, "what": what, "kind": value.kind, "fix": fix], at: location)
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
