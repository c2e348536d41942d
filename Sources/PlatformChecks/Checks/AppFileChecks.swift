import RuleBook

/// The keys of an app's files that checks read.
enum AppKey {
  static let usage = "NSUserTrackingUsageDescription"
  static let markdown = "NSUserTrackingMarkdownUsageDescription"
  static let region = "CFBundleDevelopmentRegion"
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
    let texts = files.flatMap(UsageTexts.all)
    for text in texts { checkUsage(text) }
    for file in files where file.kind == .strings || file.kind == .stringCatalog { checkKinds(file) }
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
          at: plist.place(AppKey.usage, usage.line), mend: "Write it as text: <string>…</string>.")
      }
    } else {
      note(
        "L1",
        "There is no NSUserTrackingUsageDescription, so the first request that would show the alert ends the process.",
        at: plist.place(AppKey.usage, plist.root.line),
        mend: "Add NSUserTrackingUsageDescription: what the identifier is used for, with an example.")
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

  /// Texts of languages that are none (R24).
  private mutating func checkKinds(_ file: AppFile) {
    for odd in UsageTexts.odd(in: file) {
      note(
        "L1",
        "The usage string\(odd.language.map { " in '\($0)'" } ?? "") expects \(odd.expected), found \(odd.found).",
        at: odd.place,
        mend: file.kind == .stringCatalog
          ? "Let Xcode write the catalogue, or mend it in a text editor." : "Write it as text.")
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
    checkDomainTexts(domains, manifest)
    checkCollected(manifest, isDeclared: isDeclared)
    checkDomains(hasDomains ? domains : nil, manifest, subject)
  }

  /// A list of domains that holds something else.
  private mutating func checkDomainTexts(_ domains: PropertyValue.Entry?, _ manifest: AppFile) {
    for item in domains?.value.items ?? [] where item.text == nil {
      note(
        "L43", "NSPrivacyTrackingDomains expects texts, found \(item.kind).",
        at: manifest.place(AppKey.domains, item.line))
    }
  }

  /// Types of data that are declared as used for tracking, by a manifest that does not declare it.
  private mutating func checkCollected(_ manifest: AppFile, isDeclared: Bool) {
    let collected = manifest.root.entry(AppKey.collected)
    if let collected, collected.value.items == nil {
      note(
        "L43", "NSPrivacyCollectedDataTypes expects a list, found \(collected.value.kind).",
        at: manifest.place(AppKey.collected, collected.line))
    }
    for data in collected?.value.items ?? [] {
      if let tracks = data.entry(AppKey.dataTracks), tracks.value.flag == nil {
        note(
          "L43", "NSPrivacyCollectedDataTypeTracking expects true or false, found \(tracks.value.kind).",
          at: manifest.place(AppKey.dataTracks, tracks.line))
      }
      guard let tracks = data.entry(AppKey.dataTracks), tracks.value.flag == true, !isDeclared else {
        continue
      }
      let name = data[AppKey.dataType]?.text ?? "a type of data"
      note(
        "L43", "\(name) is declared as used for tracking, but NSPrivacyTracking is not true.",
        at: manifest.place(AppKey.dataTracks, tracks.line))
    }
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
