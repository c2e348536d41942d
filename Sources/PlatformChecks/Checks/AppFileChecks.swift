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
  static let dataLinked = "NSPrivacyCollectedDataTypeLinked"
  static let dataTracks = "NSPrivacyCollectedDataTypeTracking"
  static let dataPurposes = "NSPrivacyCollectedDataTypePurposes"
  static let accessed = "NSPrivacyAccessedAPITypes"
}

extension Inspection {
  /// An app's own files: L1 to L4, L31, L39 and L43.
  mutating func check(_ files: [AppFile], _ subject: ExperimentSubject?) {
    for file in files where file.kind == .infoPlist { checkDeclaration(file, subject) }
    let texts = files.flatMap(UsageTexts.all)
    for text in texts { checkUsage(text) }
    for file in files where file.kind == .strings || file.kind == .stringCatalog { checkKinds(file) }
    checkLanguages(texts)
    for manifest in files where manifest.kind == .privacyManifest { checkManifest(manifest, subject) }
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
}
