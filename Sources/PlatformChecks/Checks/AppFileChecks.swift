import ExperimentDesign
import RuleBook

/// The keys of an app's files that checks read.
enum AppKey {
  static let usage = "NSUserTrackingUsageDescription"
  /// The build setting that Xcode writes into Info.plist.
  static let usageSetting = "INFOPLIST_KEY_NSUserTrackingUsageDescription"
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

/// What shows that an app asks for permission, so that a missing usage string ends its process.
struct RequestEvidence {
  /// Where the app's sources make the request; empty where none were given, or none was found.
  var calls: [FileLocation] = []
  /// Whether an experiment says so, which is about nothing else.
  var isStated = false

  var isThere: Bool { isStated || !calls.isEmpty }

  /// What a missing text costs, and how sure that is: the end of a sentence, and where the first call stands.
  var consequence: String {
    guard isThere else { return ". If the app asks for permission, that ends the process." }
    let call = calls.first.map { " The request stands in \($0.file), line \($0.line)." } ?? ""
    return ", so the first request that would show the alert ends the process.\(call)"
  }
}

/// The files that go with the Info.plists of an app, each with the one it goes with.
private struct Companions {
  /// Translations and catalogues that hold a usage string.
  var translations: [(file: AppFile, partner: AppBundles.Partner)]
  /// Manifests that declare tracking, with where they do.
  var tracking: [(file: AppFile, line: Int, partner: AppBundles.Partner)]
  /// Whether a file of settings holds a usage string, whatever target it is of.
  var hasSettings: Bool

  init(_ files: [AppFile], _ bundles: AppBundles) {
    func holdsText(_ file: AppFile) -> Bool { !UsageTexts.all(in: file).isEmpty }
    translations = files.filter { ($0.kind == .strings || $0.kind == .stringCatalog) && holdsText($0) }
      .map { ($0, bundles.partner(of: $0)) }
    tracking = files.compactMap { file in
      guard file.kind == .privacyManifest, let entry = file.root.entry(AppKey.tracking) else { return nil }
      return entry.value.flag == true ? (file, entry.line, bundles.partner(of: file)) : nil
    }
    hasSettings = files.contains { $0.kind.isSettings && holdsText($0) }
  }
}

extension Inspection {
  /// An app's own files: L1 to L4, L31, L39 and L43.
  mutating func check(_ files: [AppFile], isOfExperiment: Bool, requests: [FileLocation]) {
    let bundles = AppBundles(files)
    let evidence = RequestEvidence(calls: requests, isStated: isOfExperiment)
    checkDeclarations(files, bundles, evidence)
    var groups: [(name: String, texts: [LocatedText])] = []
    let settings = BuildVariables(files)
    for file in files {
      let texts = UsageTexts.all(in: file).map { settings.expanding($0) }
      guard !texts.isEmpty else { continue }
      let name = bundles.group(of: file)
      if let same = groups.firstIndex(where: { $0.name == name }) {
        groups[same].texts += texts
      } else {
        groups.append((name, texts))
      }
    }
    for group in groups {
      let english = Set(
        group.texts.filter { $0.isEnglish && !$0.isUntranslated }.map { UsageText($0.text).letters })
      for text in group.texts { checkUsage(text, english: english) }
      checkLanguages(group.texts)
    }
    // For Info.plist it is reported with the declaration.
    for file in files where file.kind != .infoPlist { checkKinds(file) }
    for file in files { checkRepeated(file) }
    for manifest in files where manifest.kind == .privacyManifest { checkManifest(manifest) }
  }

  /// Whether the alert's text is declared at all (R24), and the full page's (R73, R75).
  private mutating func checkDeclarations(
    _ files: [AppFile], _ bundles: AppBundles, _ evidence: RequestEvidence
  ) {
    let companions = Companions(files, bundles)
    for (index, plist) in bundles.plists.enumerated() {
      switch bundles.roles[index] {
      case .none, .other: continue
      case .application, .undecided: break
      }
      let usage = plist.root.entry(AppKey.usage)
      if let usage {
        look(at: "L1")
        if usage.value.text == nil {
          note(
            "L1", "The usage string expects text, found \(usage.value.kind).",
            at: plist.location(AppKey.usage, usage.line), fix: "Write it as text: <string>…</string>.")
        }
      } else {
        checkMissing(index, companions, bundles, evidence)
      }
      checkMarkdown(plist, usage)
    }
    checkExpo(files, bundles, evidence)
    for file in files where file.kind == .xcodeProject || file.kind == .projectSpec { checkTargets(file) }
    let settings = files.filter { $0.kind != .xcodeProject && !UsageTexts.all(in: $0).isEmpty }
    for target in bundles.targets where target.isApplication {
      let others = settings.filter { $0.path != target.location.file }
      checkGenerated(target, others, evidence)
      checkConfigurations(target, others, bundles)
    }
  }

  /// An Info.plist without the key: what else may hold the text, and whether the app asks at all.
  private mutating func checkMissing(
    _ index: Int, _ companions: Companions, _ bundles: AppBundles, _ evidence: RequestEvidence
  ) {
    let plist = bundles.plists[index]
    let location = plist.location(AppKey.usage, plist.root.line)
    let targets = bundles.targets(of: plist)
    let inSettings =
      targets.contains { !$0.texts.isEmpty }
      || targets.isEmpty && bundles.targets.contains { $0.isApplication && !$0.texts.isEmpty }
      || companions.hasSettings
    let translated = companions.translations.filter { _, partner in
      switch partner {
      case .plists(let near), .ambiguous(let near): near.contains(index)
      case .none: false
      }
    }.map(\.file)
    look(at: "L1")
    if inSettings || translated.contains(where: { $0.kind == .stringCatalog }) { return }
    if let first = translated.first {
      return note(
        "L1",
        "There is no NSUserTrackingUsageDescription here, only translations such as \(first.path): in a language without one the request ends the process.",
        at: location, severity: .note, fix: "Add the key to Info.plist, for languages without a translation.")
    }
    let add = "Add NSUserTrackingUsageDescription: what the identifier is used for, with an example."
    guard bundles.roles[index] == .application else {
      return note(
        "L1",
        "There is no NSUserTrackingUsageDescription in this file; Xcode may write it from build settings.",
        at: location, severity: .note,
        fix: bundles.hasProject
          ? "No target of the project that was given names this file. If the app asks, add the text here or to its settings."
          : "Give project.pbxproj or the .xcconfig too. If the text is in neither and the app asks, add it."
      )
    }
    // Sources of several apps do not say which of them makes the request.
    if !evidence.isStated, let call = evidence.calls.first,
      let other = bundles.plists.first(where: { $0.root.entry(AppKey.usage) != nil })
    {
      return note(
        "L1",
        "There is no NSUserTrackingUsageDescription here, while \(other.path) has one. If this app makes the request in \(call.file), line \(call.line), that ends its process.",
        at: location, severity: .warning, fix: "\(add) An app that never asks needs none.")
    }
    if evidence.isThere {
      return note(
        "L1", "There is no NSUserTrackingUsageDescription\(evidence.consequence)", at: location, fix: add)
    }
    if let manifest = trackingManifest(of: index, companions, bundles) {
      return note(
        "L1",
        "\(manifest.path) declares tracking, but there is no NSUserTrackingUsageDescription to ask with.",
        at: location, severity: .warning, fix: "\(add) If it is a build setting, give project.pbxproj too.",
        rules: ["R24", "R94"])
    }
    note(
      "L1",
      "There is no NSUserTrackingUsageDescription\(evidence.consequence)", at: location, severity: .note,
      fix: "\(add) An app that never asks needs none.")
  }

  /// The manifest of an Info.plist's own bundle that declares tracking; one that is as near to another is none, and says so.
  private mutating func trackingManifest(
    of index: Int, _ companions: Companions, _ bundles: AppBundles
  ) -> AppFile? {
    for (manifest, line, partner) in companions.tracking {
      switch partner {
      case .plists(let near): if near.contains(index) { return manifest }
      case .ambiguous(let near):
        let paths = near.map { bundles.plists[$0].path }.joined(separator: ", ")
        note(
          "L1",
          "This manifest declares tracking and is as near to each of \(paths); it was compared with none.",
          at: manifest.location(AppKey.tracking, line), severity: .note,
          fix: "Check one target at a time, with the files of that target.")
      case .none: break
      }
    }
    return nil
  }

  private mutating func checkMarkdown(_ plist: AppFile, _ usage: PropertyValue.Entry?) {
    guard let markdown = plist.root.entry(AppKey.markdown) else { return }
    look(at: "L31")
    if usage == nil {
      note(
        "L31", "There is a Markdown text for the full page, but no plain one for everybody else.",
        at: plist.location(AppKey.markdown, markdown.line), fix: "Add NSUserTrackingUsageDescription.",
        rules: ["R75"])
    }
  }

  /// Texts of languages that are none (R24).
  private mutating func checkKinds(_ file: AppFile) {
    for odd in UsageTexts.odd(in: file) {
      note(
        "L1",
        "The usage string\(odd.language.map { " in '\($0)'" } ?? "") expects \(odd.expected), found \(odd.found).",
        at: odd.location,
        fix: file.kind == .stringCatalog
          ? "Let Xcode write the catalogue, or fix it in a text editor." : "Write it as text.")
    }
  }

  /// A key that checks read and that stands several times: the last is judged.
  private mutating func checkRepeated(_ file: AppFile) {
    let keys: [(tag: String, keys: [String])]
    switch file.kind {
    case .infoPlist: keys = [("L1", [AppKey.usage])]
    case .privacyManifest:
      keys = [("L43", [AppKey.tracking, AppKey.domains, AppKey.collected, AppKey.accessed])]
    case .strings, .stringCatalog, .xcodeProject, .buildSettings, .expoConfig, .projectSpec: return
    }
    for (tag, keys) in keys {
      for key in keys {
        let found = file.root.entries(of: key)
        guard found.count > 1, let last = found.last else { continue }
        note(
          tag, "'\(key)' stands \(found.count) times; the last was judged, and the system may read another.",
          at: file.location(key, last.line), severity: .warning, fix: "Keep one.")
      }
    }
  }
}

extension AppFile.Kind {
  /// Whether it is a file of settings from which an Info.plist is made, whatever target they are of.
  fileprivate var isSettings: Bool {
    switch self {
    case .buildSettings, .expoConfig, .projectSpec: true
    case .infoPlist, .strings, .stringCatalog, .privacyManifest, .xcodeProject: false
    }
  }
}
