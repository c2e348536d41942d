import ExperimentDesign
import RuleBook

/// Usage strings in the settings from which an Info.plist is made (R24).
extension Inspection {
  /// A project without a target, whose settings belong to nothing.
  mutating func checkTargets(_ file: AppFile) {
    guard ProjectTarget.all(in: file).isEmpty else { return }
    note(
      "L1", "No target was found in this file, so its build settings were not checked.",
      at: file.location(file.kind == .xcodeProject ? "objects" : "targets", file.root.line), severity: .note,
      fix: "Give the whole file, with the target that is the app.")
  }

  /// A target whose Info.plist is made from settings alone, none of which has the text.
  ///
  /// - Parameter settings: Files of other kinds that hold a usage string.
  mutating func checkGenerated(_ target: ProjectTarget, _ settings: [AppFile], _ evidence: RequestEvidence) {
    guard target.texts.isEmpty else { return look(at: "L1") }
    guard target.isGenerated, settings.isEmpty else { return }
    let doubt = target.unread.map { " It may stand in \($0), which was not read." } ?? ""
    note(
      "L1", "The target '\(target.name)' has no \(target.setting)\(evidence.consequence)\(doubt)",
      at: target.location,
      severity: evidence.isThere && doubt.isEmpty ? .error : .note,
      fix: "Add it to the target. An app that never asks needs none.")
  }

  /// A target that has the text in some builds, and not in others.
  ///
  /// - Parameter settings: Files of other kinds that hold a usage string.
  mutating func checkConfigurations(_ target: ProjectTarget, _ settings: [AppFile], _ bundles: AppBundles) {
    guard let other = target.configurations.first(where: { !$0.texts.isEmpty }) else { return }
    let bases = Set(target.configurations.flatMap(\.bases))
    for configuration in target.configurations where configuration.texts.isEmpty {
      let isElsewhere = settings.contains { file in
        let name = file.path.split(separator: "/").last.map(String.init) ?? ""
        switch file.kind {
        case .stringCatalog: return true
        // One that no configuration is based on may be included by any.
        case .buildSettings: return configuration.bases.contains(name) || !bases.contains(name)
        case .infoPlist: return target.names(file.path, in: configuration.plists)
        case .strings, .privacyManifest, .xcodeProject, .expoConfig, .projectSpec: return false
        }
      }
      guard !isElsewhere else { continue }
      let plists = configuration.plists.filter { plist in
        !bundles.plists.contains { target.names($0.path, in: [plist]) }
      }
      // What it names and was not given may hold the text.
      let unread = configuration.writesPlist ? [] : plists.sorted() + configuration.bases
      let without =
        "The configuration '\(configuration.name)' of the target '\(target.name)' has no \(target.setting), which '\(other.name)' has"
      guard unread.isEmpty, target.unread == nil else {
        let names = (unread + [target.unread].compactMap(\.self)).joined(separator: ", ")
        note(
          "L1", "\(without); it may stand in \(names).", at: configuration.location, severity: .note,
          fix: "Look there, or give that file too.")
        continue
      }
      note(
        "L1", "\(without): in that build the first request that would show the alert ends the process.",
        at: configuration.location, fix: "Add it to '\(configuration.name)' too.")
    }
  }

  /// An Expo project from which an Info.plist without the text is made.
  mutating func checkExpo(_ files: [AppFile], _ bundles: AppBundles, _ evidence: RequestEvidence) {
    // A project with an Info.plist of its own takes nothing from app.json.
    guard !bundles.roles.contains(where: { $0 == .application || $0 == .undecided }) else { return }
    for file in files where file.kind == .expoConfig && UsageTexts.all(in: file).isEmpty {
      guard let config = file.root.entry("expo") else { continue }
      let platforms = config.value["platforms"]?.items?.map(\.text)
      guard platforms?.contains("ios") != false else { continue }
      note(
        "L1", "The Expo project has no usage string\(evidence.consequence)",
        at: file.location(config.key, config.line),
        severity: evidence.isThere ? .error : .note,
        fix:
          "Add expo-tracking-transparency with userTrackingPermission to plugins, or the key to ios.infoPlist. An app that never asks needs neither."
      )
    }
  }
}
