import ExperimentDesign
import RuleBook
import TextFormats

extension Inspection {
  /// What a privacy manifest says of tracking: what App Store Connect refuses (L43), and its tracking domains (L39).
  ///
  /// Whether the manifest agrees with Info.plist is not judged: an app may ask and declare no tracking
  /// domains (R150).
  mutating func checkManifest(_ manifest: AppFile) {
    func place(_ entry: PropertyValue.Entry) -> FileLocation { manifest.location(entry.key, entry.line) }
    let tracking = manifest.root.entry(AppKey.tracking)
    let domains = manifest.root.entry(AppKey.domains)
    if let tracking, tracking.value.flag == nil {
      note("L43 flag", ["key": tracking.key, "kind": tracking.value.kind], at: place(tracking))
    }
    let odd = domains?.value.items == nil ? domains?.value : domains?.value.items?.first { $0.text == nil }
    if let domains, let odd {
      note("L43 list", ["key": domains.key, "kind": odd.kind], at: manifest.location(domains.key, odd.line))
    }
    let names = (domains?.value.items ?? []).compactMap(\.text)
    for value in domains?.value.items ?? [] {
      guard let text = value.text, let fault = TrackingDomain.fault(in: text) else { continue }
      note(
        "L43 domain", ["domain": String(text.prefix(80)), "fault": fault.words],
        at: manifest.location(AppKey.domains, value.line), severity: fault.isRefused ? .error : .warning)
    }
    // Tracking needs a domain, and a domain needs tracking (R148).
    let isEmpty = names.allSatisfy { $0.allSatisfy(\.isWhitespace) }
    if let tracking, tracking.value.flag == true, isEmpty, odd == nil {
      note("L43 no domain", at: place(tracking))
    }
    guard let domains, !isEmpty else { return }
    if tracking == nil || tracking?.value.flag == false { note("L43 no tracking", at: place(domains)) }
    if let ads = names.first(where: TrackingDomain.servesAds) {
      note("L39 ads", ["domain": ads], at: place(domains))
    }
  }
}

/// What an entry of `NSPrivacyTrackingDomains` may be: a bare domain (R149).
enum TrackingDomain {
  struct Fault: Equatable {
    /// What is wrong, to stand after the domain.
    var words: String
    /// Whether an upload with it is refused; a scheme has been seen in manifests that apps ship.
    var isRefused = true
  }

  /// What is wrong with an entry; `nil` for a bare domain.
  static func fault(in text: String) -> Fault? {
    if let slashes = text.firstRange(of: "//"), !text[..<slashes.lowerBound].contains("/") {
      // What is wrong behind it counts for more.
      return fault(in: String(text[slashes.upperBound...])) ?? Fault(words: "has a scheme", isRefused: false)
    }
    if let sign = text.first(where: { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "." }) {
      return Fault(words: sign.isWhitespace ? "has blanks" : "has '\(sign)'")
    }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count < 2 { return Fault(words: text.isEmpty ? "is empty" : "has no top-level domain") }
    return labels.contains(where: \.isEmpty) ? Fault(words: "has an empty part between dots") : nil
  }

  /// Whether ads themselves come from it, and not only what measures them.
  static func servesAds(_ text: String) -> Bool {
    WordList.words("domains that serve ads").contains(text.lowercased())
  }
}
