import ExperimentDesign

/// Whether the alert has a text in every build that asks (R24).
extension Inspection {
  /// - Parameters:
  ///   - requests: Where the sources ask.
  ///   - isStated: Whether an experiment says that the app asks.
  mutating func checkDeclarations(
    _ project: AppProject, _ bundles: AppBundles, requests: [CodePlace], isStated: Bool
  ) {
    for file in project.files where file.kind == .xcodeProject || file.kind == .projectSpec {
      guard ProjectTarget.all(in: file).isEmpty else { continue }
      note(
        "L1", "No target was found in this file, so its build settings were not checked.",
        at: file.location(file.kind == .xcodeProject ? "objects" : "targets", file.root.line),
        severity: .note,
        fix: "Give the whole file, with the target that is the app.")
    }
    let apps = BuiltApp.all(project, bundles)
    let targets = bundles.targets.compactMap(\.sources)
    // Manifests that declare tracking, with the Info.plists that they go with.
    var manifests: [(file: AppFile, near: [Int])] = []
    for file in project.files where file.kind == .privacyManifest && file.root[AppKey.tracking]?.flag == true
    {
      let near = bundles.partners(of: file)
      if bundles.isOneFolder(near) {
        manifests.append((file, near))
      } else if near.contains(where: { bundles.plists[$0].root.entry(AppKey.usage) == nil }) {
        let names = near.map { bundles.plists[$0].path }.joined(separator: ", ")
        note(
          "L1",
          "This manifest declares tracking and is as near to each of \(names); it was compared with none.",
          at: file.location(AppKey.tracking, file.root.entry(AppKey.tracking)?.line ?? 0), severity: .note,
          fix: "Check one target at a time, with the files of that target.")
      }
    }
    for app in apps {
      let missing = app.builds.filter { !$0.hasText }
      guard !missing.isEmpty else { continue }
      // A call is of the app that compiles it, or whose folders it is nearest to.
      let calls = requests.filter { call in
        guard let own = app.distance(call.file, targets) else { return false }
        return apps.allSatisfy { $0.distance(call.file, targets) ?? .max >= own }
      }
      let rival = calls.first.flatMap { call in
        apps.first {
          $0.distance(call.file, targets) == app.distance(call.file, targets)
            && $0.builds.contains { $0.hasText }
        }
      }
      let other = app.builds.first { $0.hasText }
      let absence = MissingText(
        app: app, other: other?.configuration, call: calls.first, isStated: isStated,
        rival: other == nil ? rival : nil,
        translation: translation(of: app, project.files, bundles),
        manifest: manifests.first { !Set($0.near).isDisjoint(with: app.plists) }?.file,
        linked: project.surroundings.linked.first, hasSources: !project.sources.isEmpty)
      let shipping = missing.filter(\.ships)
      var told: Set<String> = []
      for build in shipping.isEmpty ? missing : shipping
      where told.insert("\(build.location.file):\(build.location.line)").inserted {
        guard let verdict = absence.verdict(build) else { continue }
        note(
          "L1", verdict.sentence, at: build.location, severity: verdict.severity, fix: verdict.fix,
          rules: verdict.rules)
      }
    }
    checkKeys(project)
  }

  /// A translation that lies beside an app's Info.plist.
  private func translation(of app: BuiltApp, _ files: [AppFile], _ bundles: AppBundles) -> AppFile? {
    files.first { file in
      guard file.kind == .strings, !UsageTexts.all(in: file).isEmpty else { return false }
      let near = bundles.partners(of: file)
      return near.isEmpty ? app.plists.isEmpty : !Set(near).isDisjoint(with: app.plists)
    }
  }

  /// Keys that look like the alert's and are none, and the alert's where the system does not look.
  private mutating func checkKeys(_ project: AppProject) {
    for file in project.files
    where file.kind == .strings || file.kind == .infoPlist || file.kind == .stringCatalog {
      let entries = file.kind == .stringCatalog ? file.root["strings"]?.entries ?? [] : file.root.entries
      for entry in entries where ![AppKey.usage, AppKey.markdown].contains(entry.key) {
        let letters = entry.key.lowercased().filter(\.isLetter)
        guard letters.contains("usertracking") || letters.contains("privacytrackingusage") else { continue }
        note(
          "L1", "The system knows no key \(entry.key.prefix(80)), so nobody sees its text.",
          at: file.location(entry.key, entry.line), severity: .warning,
          fix: "Name it NSUserTrackingUsageDescription, letter by letter.")
      }
    }
    let judged = Set(
      project.files.filter { $0.kind == .strings }.filter { !UsageTexts.all(in: $0).isEmpty }.map(\.folder))
    let hasCatalog = project.files.contains { $0.kind == .stringCatalog && !UsageTexts.all(in: $0).isEmpty }
    for mark in project.surroundings.misplaced where !hasCatalog {
      let folder = mark.path.split(separator: "/").filter { $0 != "." }.dropLast().map(String.init)
      guard !judged.contains(folder) else { continue }
      note(
        "L1", "The alert's text is not read from this file, so nobody sees it.",
        at: FileLocation(file: mark.path, line: mark.line, column: 1, key: AppKey.usage), severity: .warning,
        fix: "Move it to InfoPlist.\(mark.path.hasSuffix(".xcstrings") ? "xcstrings" : "strings").")
    }
  }
}

/// An app without a text in some build, and what shows that it needs one.
private struct MissingText {
  let app: BuiltApp
  /// The configuration that has the text.
  let other: String?
  let call: CodePlace?
  let isStated: Bool
  /// An app with a text that the call may be of.
  let rival: BuiltApp?
  let translation: AppFile?
  let manifest: AppFile?
  let linked: ProjectSurroundings.Mark?
  let hasSources: Bool

  typealias Verdict = (severity: Severity, sentence: String, fix: String, rules: [String])

  private var asks: Bool { isStated || call != nil }
  private static let add =
    "Add NSUserTrackingUsageDescription: what the identifier is used for, with an example."

  /// What a build without a text is to be told; `nil` where it may well need none.
  func verdict(_ build: BuiltApp.Build) -> Verdict? {
    let isPlist = build.location.file.hasSuffix(".plist")
    let what = isPlist ? AppKey.usage : app.setting
    var lacks = isPlist ? "There is no \(what) here" : "\(app.name) has no \(what)"
    if let name = build.configuration, other != nil {
      lacks =
        isPlist
        ? "The configuration '\(name)' is built from this file, which has no \(what)"
        : "The configuration '\(name)' of \(app.name.first?.lowercased() ?? "")\(app.name.dropFirst()) has no \(what)"
      lacks += other.map { ", which '\($0)' has" } ?? ""
    }
    if let translation, other == nil {
      return (
        .note,
        "\(lacks), only translations such as \(translation.path): in a language without one the request ends the process.",
        "Add the key to Info.plist, for languages without a translation.", []
      )
    }
    if !build.unread.isEmpty {
      let names = build.unread.prefix(3).joined(separator: ", ")
      return asks || other != nil || !hasSources
        ? (
          .note, "\(lacks); it may come from \(names), where it was not looked for.",
          "Look there, or give that too.", []
        ) : nil
    }
    if other != nil {
      return (
        build.ships ? .error : .warning,
        "\(lacks): in that build the first request that would show the alert ends the process.",
        "Add it there too.", []
      )
    }
    if asks, let rival, !isStated {
      let place = call.map { " in \($0.file), line \($0.line)" } ?? ""
      return (
        .warning,
        "\(lacks), while \(rival.builds[0].location.file) has one. If this app makes the request\(place), that ends its process.",
        "\(Self.add) An app that never asks needs none.", []
      )
    }
    if asks {
      let doubt = build.doubtful.isEmpty ? "" : " unless \(build.doubtful.joined(separator: ", ")) writes it"
      let place = call.map { " The request stands in \($0.file), line \($0.line)." } ?? ""
      return (
        doubt.isEmpty ? .error : .warning,
        "\(lacks), so the first request that would show the alert ends the process\(doubt).\(place)",
        Self.add, []
      )
    }
    if let manifest {
      return (
        .warning, "\(manifest.path) declares tracking, but there is no \(AppKey.usage) to ask with.",
        "\(Self.add) If it is a build setting, give project.pbxproj too.", ["R24", "R94"]
      )
    }
    if let linked {
      return (
        .note,
        "\(lacks), and libraries are built with the tracking permission (\(linked.path), line \(linked.line)): App Store Connect asks for the text (ITMS-90683).",
        "Build them without it. An app that never asks needs no text.", []
      )
    }
    return hasSources
      ? nil
      : (
        .note, "\(lacks). If the app asks for permission, that ends the process.",
        "\(Self.add) An app that never asks needs none.", []
      )
  }
}
