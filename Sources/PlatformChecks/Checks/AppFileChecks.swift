import RuleBook

/// The keys of an app's files that checks read.
enum AppKey {
  static let usage = "NSUserTrackingUsageDescription"
  static let markdown = "NSUserTrackingMarkdownUsageDescription"
  static let tracking = "NSPrivacyTracking"
  static let domains = "NSPrivacyTrackingDomains"
  static let collected = "NSPrivacyCollectedDataTypes"
  static let dataType = "NSPrivacyCollectedDataType"
  static let dataTracks = "NSPrivacyCollectedDataTypeTracking"
}

extension Inspection {
  /// An app's own files: L1 to L4, L31, L39 and L43.
  mutating func check(_ files: [AppFile], _ subject: ExperimentSubject?) {
    for file in files where file.kind == .infoPlist { checkDeclaration(file, subject) }
    let texts = files.flatMap(usageTexts)
    for text in texts { checkUsage(text) }
    checkLanguages(texts)
    let plists = files.filter { $0.kind == .infoPlist }
    for manifest in files where manifest.kind == .privacyManifest {
      checkManifest(manifest, subject)
      for plist in plists { checkAgreement(plist, manifest) }
    }
  }

  /// Whether the alert's text is declared at all (R24), and the full page's (R73, R75).
  private mutating func checkDeclaration(_ plist: AppFile, _ subject: ExperimentSubject?) {
    look(at: "L1")
    let usage = plist.root.entry(AppKey.usage)
    if let usage {
      if usage.value.text == nil {
        note(
          "L1", "The usage string expects text, found \(usage.value.kind).",
          at: plist.place(AppKey.usage, usage.line))
      }
    } else {
      note(
        "L1",
        "There is no NSUserTrackingUsageDescription, so the first request that would show the alert ends the process.",
        at: plist.place(AppKey.usage, plist.root.line))
    }
    let markdown = plist.root.entry(AppKey.markdown)
    if let markdown, usage == nil {
      look(at: "L31")
      note(
        "L31", "There is a Markdown text for the full page, but no plain one for everybody else.",
        at: plist.place(AppKey.markdown, markdown.line), mend: "Add NSUserTrackingUsageDescription.",
        rules: ["R75"])
    }
    if markdown != nil || subject?.answer("five_countries") != nil { look(at: "L31") }
    if markdown == nil, subject?.answer("five_countries") == "true" {
      note(
        "L31", "The app is offered where 27.2 shows a full page, and has no Markdown text for it.",
        at: plist.place(AppKey.markdown, usage?.line ?? plist.root.line))
    }
  }

  /// The usage strings of a file, one per language.
  private func usageTexts(_ file: AppFile) -> [PlacedText] {
    switch file.kind {
    case .infoPlist, .strings:
      guard let entry = file.root.entry(AppKey.usage), let text = entry.value.text else { return [] }
      return [PlacedText(text: text, place: file.place(AppKey.usage, entry.line), language: file.language)]
    case .stringCatalog:
      let entry = file.root["strings"]?[AppKey.usage]
      return (entry?["localizations"]?.entries ?? []).flatMap { localization in
        units(localization.value).map { unit in
          PlacedText(
            text: unit.text, place: file.place("\(AppKey.usage).\(localization.key)", unit.line),
            language: localization.key)
        }
      }
    case .privacyManifest: return []
    }
  }

  /// The texts of one language: the plain one, or one per device or number.
  private func units(_ localization: PropertyValue) -> [(text: String, line: Int)] {
    if let unit = localization["stringUnit"]?.entry("value"), let text = unit.value.text {
      return [(text, unit.line)]
    }
    return (localization["variations"]?.entries ?? []).flatMap { kind in
      kind.value.entries.flatMap { units($0.value) }
    }
  }

  /// Tracking domains, and whether the manifest agrees with itself.
  private mutating func checkManifest(_ manifest: AppFile, _ subject: ExperimentSubject?) {
    look(at: "L43")
    let tracking = manifest.root.entry(AppKey.tracking)
    if let tracking, tracking.value.flag == nil {
      note(
        "L43", "NSPrivacyTracking expects true or false, found \(tracking.value.kind).",
        at: manifest.place(AppKey.tracking, tracking.line))
    }
    let isDeclared = tracking?.value.flag == true
    let domains = manifest.root.entry(AppKey.domains)
    if let domains, domains.value.items == nil {
      note(
        "L43", "NSPrivacyTrackingDomains expects a list, found \(domains.value.kind).",
        at: manifest.place(AppKey.domains, domains.line))
    }
    let hasDomains = domains?.value.items?.isEmpty == false
    if hasDomains, !isDeclared, let domains {
      note(
        "L43", "There are tracking domains, but NSPrivacyTracking is not true.",
        at: manifest.place(AppKey.domains, domains.line))
    }
    for data in manifest.root[AppKey.collected]?.items ?? [] {
      guard let tracks = data.entry(AppKey.dataTracks), tracks.value.flag == true, !isDeclared else {
        continue
      }
      let name = data[AppKey.dataType]?.text ?? "a type of data"
      note(
        "L43", "\(name) is declared as used for tracking, but NSPrivacyTracking is not true.",
        at: manifest.place(AppKey.dataTracks, tracks.line))
    }
    checkDomains(hasDomains ? domains : nil, manifest, subject)
  }

  private mutating func checkDomains(
    _ domains: PropertyValue.Entry?, _ manifest: AppFile, _ subject: ExperimentSubject?
  ) {
    guard let domains else { return look(at: "L39") }
    guard let start = subject?.answer("trackers_start") else { return }
    look(at: "L39")
    if start == "launch" {
      note(
        "L39", "Trackers start at launch, when requests to the declared tracking domains fail.",
        at: manifest.place(AppKey.domains, domains.line))
    }
  }

  /// A usage string without declared tracking, or the reverse (R97).
  private mutating func checkAgreement(_ plist: AppFile, _ manifest: AppFile) {
    let usage = plist.root.entry(AppKey.usage)
    let tracking = manifest.root.entry(AppKey.tracking)
    let isDeclared = tracking?.value.flag == true
    if let usage, !isDeclared {
      note(
        "L43", "There is a usage string, but \(manifest.path) does not declare tracking.",
        at: plist.place(AppKey.usage, usage.line))
    }
    if usage == nil, isDeclared {
      note(
        "L43", "Tracking is declared, but \(plist.path) has no usage string.",
        at: manifest.place(AppKey.tracking, tracking?.line ?? manifest.root.line))
    }
  }
}
