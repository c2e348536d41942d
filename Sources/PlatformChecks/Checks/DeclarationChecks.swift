import ExperimentDesign
import TextFormats

/// Whether the alert has a text in every build that asks (R24).
extension Inspection {
  /// - Parameter isStated: Whether an experiment says that the app asks.
  mutating func checkDeclarations(_ bundles: AppBundles, _ sources: [CodeInspection], isStated: Bool) {
    let apps = bundles.built
    // Calls that nothing is known to lead to.
    let lost = sources.flatMap(\.findings).filter { $0.rule == "R93" && $0.confidence != .certain }
    let idle = Set(lost.map(\.place))
    // A call is of the app that compiles it, or whose folders it is nearest to.
    let calls = sources.flatMap(\.requests).map(\.token.place).map { call in
      (place: call, steps: apps.map { $0.distance(call.file, bundles.targets) ?? .max })
    }
    for (index, app) in apps.enumerated() {
      let own = calls.filter { $0.steps[index] < .max && $0.steps[index] == $0.steps.min() }
      let call = own.first { !idle.contains($0.place) } ?? own.first
      let near = isStated ? [] : zip(apps, call?.steps ?? []).filter { $1 == call?.steps[index] }
      let rival = near.first { $0.0.builds.contains(where: \.hasText) }?.0
      let missing = app.builds.filter { !$0.hasText }
      let shipping = missing.filter(\.ships)
      var told: Set<FileLocation> = []
      for build in shipping.isEmpty ? missing : shipping where told.insert(build.location).inserted {
        checkText(build, app, bundles, call: call?.place, asks: isStated || call != nil, rival, idle)
      }
    }
    checkKeys(bundles.project)
  }

  /// What a build without a text is told, by what shows that it needs one; the call may be of a rival, which has a text.
  private mutating func checkText(
    _ build: BuiltApp.Build, _ app: BuiltApp, _ bundles: AppBundles, call: FileLocation?, asks: Bool,
    _ rival: BuiltApp?, _ idle: Set<FileLocation>
  ) {
    let project = bundles.project
    let other = app.builds.first { $0.hasText }
    let isPlist = build.location.file.hasSuffix(".plist")
    let what = isPlist ? AppKey.usage : app.setting
    var lacks = isPlist ? "There is no \(what) here" : "T\(app.name.dropFirst()) has no \(what)"
    if let name = build.configuration, let with = other?.configuration {
      let whose = isPlist ? "is built from this file, which" : "of \(app.name)"
      lacks = "The configuration '\(name)' \(whose) has no \(what), which '\(with)' has"
    }
    func tell(_ name: String, _ words: [String: String] = [:], _ severity: Severity? = nil) {
      note(name, words.merging(["lacks": lacks]) { $1 }, at: build.location, severity: severity)
    }
    // A translation that lies beside its Info.plist.
    let translation = project.files.first {
      $0.kind == .strings && !$0.texts.isEmpty && bundles.goes($0.path, with: app.plists)
    }
    if let translation, other == nil {
      guard asks || project.sources.isEmpty else { return }
      return tell("L1 translated", ["file": translation.path], asks ? nil : .note)
    }
    let unread = build.unread + project.surroundings.writers.filter { !build.unread.contains($0) }
    if !unread.isEmpty {
      guard asks && rival == nil || other != nil || project.sources.isEmpty else { return }
      return tell("L1 unread", ["files": unread.prefix(3).joined(separator: ", ")])
    }
    if other != nil { return tell("L1 configuration", [:], build.ships ? .error : .warning) }
    if asks {
      var doubts = build.doubtful.map { "\($0) writes it" }
      if let rival { doubts.append("it is made by \(rival.name)") }
      if let call, idle.contains(call) { doubts.append("nothing leads to it") }
      let doubt = doubts.isEmpty ? "" : " unless \(doubts.joined(separator: " or "))"
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
    for file in project.files where [.strings, .infoPlist, .stringCatalog].contains(file.kind) {
      let values = (file.root["strings"] ?? file.root).members
      for value in values where ![AppKey.usage, AppKey.markdown].contains(value.key) {
        let letters = value.key.lowercased().filter(\.isLetter)
        guard letters.contains("usertracking") || letters.contains("privacytrackingusage") else { continue }
        note("L1 key", ["key": String(value.key.prefix(80))], at: file.location(value))
      }
    }
    let read = project.files.filter { [.strings, .stringCatalog].contains($0.kind) && !$0.texts.isEmpty }
    for place in project.surroundings.misplaced
    where !read.contains(where: { $0.kind == .stringCatalog || $0.folder == place.file.names.dropLast() }) {
      note("L1 misplaced", ["kind": place.file.hasSuffix(".xcstrings") ? "xcstrings" : "strings"], at: place)
    }
  }
}
