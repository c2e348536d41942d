import ExperimentDesign
import TextFormats

/// Whether the alert has a text in every build that asks (R24).
extension Inspection {
  /// - Parameter isStated: Whether an experiment says that the app asks.
  mutating func checkDeclarations(
    _ project: AppProject, _ bundles: AppBundles, requests: [FileLocation], isStated: Bool
  ) {
    for file in project.files where file.targets.isEmpty && [.xcodeProject, .projectSpec].contains(file.kind)
    {
      let key = file.kind == .xcodeProject ? "objects" : "targets"
      note("L1 no target", at: file.location(key, file.root.line))
    }
    let apps = BuiltApp.all(project, bundles)
    let targets = bundles.targets.compactMap(\.sources)
    for app in apps {
      // A call is of the app that compiles it, or whose folders it is nearest to.
      let call = requests.first { call in
        guard let own = app.distance(call.file, targets) else { return false }
        return apps.allSatisfy { $0.distance(call.file, targets) ?? .max >= own }
      }
      let rival = call.flatMap { call in
        let own = app.distance(call.file, targets)
        return apps.first { $0.distance(call.file, targets) == own && $0.builds.contains { $0.hasText } }
      }
      let missing = app.builds.filter { !$0.hasText }
      let shipping = missing.filter(\.ships)
      var told: Set<String> = []
      for build in shipping.isEmpty ? missing : shipping
      where told.insert("\(build.location.file):\(build.location.line)").inserted {
        // A translation that lies beside its Info.plist.
        let translation = project.files.first {
          $0.kind == .strings && !$0.texts.isEmpty && bundles.goes($0.path, with: app.plists)
        }
        checkText(
          build, app, project, call: call, isStated: isStated, rival: rival, translation: translation)
      }
    }
    checkKeys(project)
  }

  /// What a build without a text is to be told, and what that costs, by what shows that it needs one.
  ///
  /// - Parameter rival: An app with a text that the call may be of.
  private mutating func checkText(
    _ build: BuiltApp.Build, _ app: BuiltApp, _ project: AppProject, call: FileLocation?, isStated: Bool,
    rival: BuiltApp?, translation: AppFile?
  ) {
    let other = app.builds.first { $0.hasText }
    let asks = isStated || call != nil
    let isPlist = build.location.file.hasSuffix(".plist")
    let what = isPlist ? AppKey.usage : app.setting
    var lacks = isPlist ? "There is no \(what) here" : "\(app.name) has no \(what)"
    if let name = build.configuration, let with = other?.configuration {
      let start = app.name.prefix(1).lowercased() + app.name.dropFirst()
      let whose = isPlist ? "is built from this file, which" : "of \(start)"
      lacks = "The configuration '\(name)' \(whose) has no \(what), which '\(with)' has"
    }
    func tell(_ name: String, _ words: [String: String] = [:], _ severity: Severity? = nil) {
      note(name, words.merging(["lacks": lacks]) { $1 }, at: build.location, severity: severity)
    }
    if let translation, other == nil { return tell("L1 translated", ["file": translation.path]) }
    let unread = build.unread + project.surroundings.writers.filter { !build.unread.contains($0) }
    if !unread.isEmpty {
      guard asks && rival == nil || other != nil || project.sources.isEmpty else { return }
      return tell("L1 unread", ["files": unread.prefix(3).joined(separator: ", ")])
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
    if let linked = project.surroundings.linked.first {
      return tell("L1 linked", ["file": linked.file, "line": "\(linked.line)"])
    }
    if project.sources.isEmpty { tell("L1 alone") }
  }

  /// Keys that look like the alert's and are none, and the alert's where the system does not look.
  private mutating func checkKeys(_ project: AppProject) {
    for file in project.files
    where file.kind == .strings || file.kind == .infoPlist || file.kind == .stringCatalog {
      let values = file.kind == .stringCatalog ? file.root["strings"]?.members ?? [] : file.root.members
      for value in values where ![AppKey.usage, AppKey.markdown].contains(value.key) {
        let letters = value.key.lowercased().filter(\.isLetter)
        guard letters.contains("usertracking") || letters.contains("privacytrackingusage") else { continue }
        note("L1 key", ["key": String(value.key.prefix(80))], at: file.location(value.key, value.line))
      }
    }
    let judged = Set(project.files.filter { $0.kind == .strings && !$0.texts.isEmpty }.map(\.folder))
    let hasCatalog = project.files.contains { $0.kind == .stringCatalog && !$0.texts.isEmpty }
    for place in project.surroundings.misplaced
    where !hasCatalog && !judged.contains(Array(place.file.names.dropLast())) {
      note(
        "L1 misplaced", ["kind": place.file.hasSuffix(".xcstrings") ? "xcstrings" : "strings"],
        at: FileLocation(file: place.file, line: place.line, column: 1, key: AppKey.usage))
    }
  }
}
