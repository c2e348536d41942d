import ExperimentDesign
import TextFormats

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
        "L1 no target",
        at: file.location(file.kind == .xcodeProject ? "objects" : "targets", file.root.line))
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
        note(
          "L1 between", ["files": near.map { bundles.plists[$0].path }.joined(separator: ", ")],
          at: file.location(AppKey.tracking, file.root.entry(AppKey.tracking)?.line ?? 0))
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
        guard let (name, words, severity) = absence.verdict(build) else { continue }
        note(name, words, at: build.location, severity: severity)
      }
    }
    checkKeys(project)
  }

  /// A translation that lies beside an app's Info.plist.
  private func translation(of app: BuiltApp, _ files: [AppFile], _ bundles: AppBundles) -> AppFile? {
    files.first { file in
      guard file.kind == .strings, !file.texts.isEmpty else { return false }
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
        note("L1 key", ["key": String(entry.key.prefix(80))], at: file.location(entry.key, entry.line))
      }
    }
    let judged = Set(
      project.files.filter { $0.kind == .strings }.filter { !$0.texts.isEmpty }.map(\.folder))
    let hasCatalog = project.files.contains { $0.kind == .stringCatalog && !$0.texts.isEmpty }
    for mark in project.surroundings.misplaced where !hasCatalog {
      guard !judged.contains(Array(mark.path.names.dropLast())) else { continue }
      note(
        "L1 misplaced", ["kind": mark.path.hasSuffix(".xcstrings") ? "xcstrings" : "strings"],
        at: FileLocation(file: mark.path, line: mark.line, column: 1, key: AppKey.usage))
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

  /// What a build without a text is to be told, and what that costs; `nil` where it may well need none.
  func verdict(_ build: BuiltApp.Build) -> (name: String, words: [String: String], severity: Severity?)? {
    let asks = isStated || call != nil
    let isPlist = build.location.file.hasSuffix(".plist")
    let what = isPlist ? AppKey.usage : app.setting
    var lacks = isPlist ? "There is no \(what) here" : "\(app.name) has no \(what)"
    if let name = build.configuration, let other {
      let start = app.name.prefix(1).lowercased() + app.name.dropFirst()
      lacks =
        isPlist
        ? "The configuration '\(name)' is built from this file, which has no \(what), which '\(other)' has"
        : "The configuration '\(name)' of \(start) has no \(what), which '\(other)' has"
    }
    func tell(_ name: String, _ words: [String: String] = [:], _ severity: Severity? = nil) -> (
      String, [String: String], Severity?
    ) {
      (name, words.merging(["lacks": lacks]) { $1 }, severity)
    }
    if let translation, other == nil { return tell("L1 translated", ["file": translation.path]) }
    if !build.unread.isEmpty {
      return asks || other != nil || !hasSources
        ? tell("L1 unread", ["files": build.unread.prefix(3).joined(separator: ", ")]) : nil
    }
    if other != nil { return tell("L1 configuration", [:], build.ships ? .error : .warning) }
    if asks, let rival, !isStated {
      let place = call.map { " in \($0.file), line \($0.line)" } ?? ""
      return tell("L1 rival", ["file": rival.builds[0].location.file, "place": place])
    }
    if asks {
      let doubt = build.doubtful.isEmpty ? "" : " unless \(build.doubtful.joined(separator: ", ")) writes it"
      let place = call.map { " The request stands in \($0.file), line \($0.line)." } ?? ""
      return tell("L1 asks", ["doubt": doubt, "place": place], doubt.isEmpty ? .error : .warning)
    }
    if let manifest { return tell("L1 declared", ["file": manifest.path]) }
    if let linked { return tell("L1 linked", ["file": linked.path, "line": "\(linked.line)"]) }
    return hasSources ? nil : tell("L1 alone")
  }
}
