import ExperimentDesign
import RuleBook
public import TextFormats

/// One of an app's own files, read.
public struct AppFile: Hashable, Sendable {
  /// What it is.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// `Info.plist` and `PrivacyInfo.xcprivacy`.
    case infoPlist, privacyManifest
    /// Texts: `InfoPlist.strings` of one language, `InfoPlist.xcstrings` of all.
    case strings, stringCatalog
    /// Build settings, of which some become Info.plist: `.xcconfig`, and with targets Xcode's `project.pbxproj` and
    /// XcodeGen's `project.yml`.
    case buildSettings, xcodeProject, projectSpec
    /// `app.json` of Expo.
    case expoConfig
  }

  let kind: Kind
  let path: String
  let root: PropertyValue

  /// Bytes that a file may have.
  public static let largest = 4_000_000
}

extension AppFile {
  /// Reads an app's file of another kind than ``Kind/projectSpec``.
  ///
  /// - Throws: ``FileProblem`` for what is malformed, hostile, too large, or in another encoding than
  ///   UTF-8 and UTF-16, and for a specification of XcodeGen.
  public init(_ bytes: [UInt8], path: String, kind: Kind) throws(FileProblem) {
    let root = try FileProblem.located(in: path) { () throws(FileProblem) in try Self.root(bytes, kind) }
    guard case .mapping = root.content else {
      throw FileProblem(
        file: path, line: root.line, column: 1, message: "expected a mapping, found \(root.kind)")
    }
    self.init(kind: kind, path: path, root: root)
  }

  private static func root(_ bytes: [UInt8], _ kind: Kind) throws(FileProblem) -> PropertyValue {
    guard bytes.count <= largest else {
      throw FileProblem(
        0,
        "expected at most \(largest) bytes, found more. Give the file that the app is built from")
    }
    switch kind {
    case .infoPlist, .privacyManifest, .strings, .xcodeProject: return try PropertyValue(list: bytes)
    case .stringCatalog: return try PropertyValue(json: decodedText(bytes))
    case .expoConfig:
      // Expo reads comments, which JSON has none of; their line breaks stay.
      let form = /("(?:[^"\\\n]|\\.)*+")|\/\/.*|\/\*(?:[^*]|\*(?!\/))*+\*\//
      return try PropertyValue(
        json: decodedText(bytes).replacing(form) { $0.1 ?? $0.0.filter(\.isNewline)[...] })
    case .buildSettings: return settings(try decodedText(bytes))
    case .projectSpec: throw FileProblem(0, "a specification of XcodeGen is YAML, which is not read here")
    }
  }

  /// The language of its texts: of a strings file the folder `xx.lproj` it lies in, of Info.plist the
  /// development region; `nil` without one, or one that is filled in when the app is built.
  var language: String? {
    if kind == .infoPlist {
      let region = root["CFBundleDevelopmentRegion"]?.text ?? ""
      return region.isEmpty || region.contains("$") ? nil : region
    }
    guard kind == .strings, let last = folder.last, last.hasSuffix(".lproj") else { return nil }
    return String(last.dropLast(6))
  }

  var name: String { path.names.last ?? "" }

  var folder: [String] { path.names.dropLast() }

  func location(_ key: String, _ line: Int) -> FileLocation {
    FileLocation(file: path, line: line, column: line > 0 ? 1 : 0, key: key)
  }
}

extension String {
  var names: [String] { split(separator: "/").filter { $0 != "." }.map(String.init) }
}

/// The usage strings in an app's file, one per language, and what stands where one should.
extension AppFile {
  var texts: [LocatedText] { written.filter { $0.fault == nil } }

  var written: [LocatedText] {
    switch kind {
    case .infoPlist, .strings: return located([root[AppKey.usage]])
    case .buildSettings: return located([root[AppKey.usageSetting]])
    case .projectSpec:
      // One per target, each in its place; what several take from one template stands there once.
      let values = [AppKey.usage, AppKey.usageSetting].flatMap(root.descendants)
      let byLine = Dictionary(values.map { ($0.line, $0) }) { first, _ in first }
      return located(byLine.values.sorted { $0.line < $1.line })
    case .expoConfig: return textOfExpo
    case .xcodeProject:
      let texts = Set(targets.filter(\.isApplication).flatMap(\.texts))
      return located(texts.sorted { $0.line < $1.line })
    case .stringCatalog: return catalogue
    case .privacyManifest: return []
    }
  }

  private func located(_ values: [PropertyValue?], of language: String? = nil) -> [LocatedText] {
    values.compactMap(\.self).map { value in
      LocatedText(
        text: value.text ?? "",
        location: location(language.map { "\(AppKey.usage).\($0)" } ?? value.key, value.line),
        language: language ?? self.language, isFallback: kind != .strings && kind != .stringCatalog,
        fault: value.text == nil ? "expects text, found \(value.kind)" : nil)
    }
  }

  /// The one key of a string catalogue: its localizations, and of each the plain text, or one per device or number.
  private var catalogue: [LocatedText] {
    (root["strings"]?[AppKey.usage]?["localizations"]?.members ?? []).flatMap { language in
      let units = language.descendants("stringUnit")
      // Not translated yet: the development language's text is shown.
      let translated = units.filter { $0["value"]?.text != "" || $0["state"]?.text != "new" }
      return located(translated.map { $0["value"] }, of: language.key)
    }
  }

  // MARK: What `app.json` of Expo says.

  /// The usage string: of its own Info.plist keys, or the argument of a plugin that writes one.
  private var textOfExpo: [LocatedText] {
    let config = root["expo"] ?? root
    var values = [config["ios"]?["infoPlist"]?[AppKey.usage]]
    for plugin in ConfigPlugin.all {
      // Libraries for projects without Expo read their part of the file as the app is built.
      values += [root, config].map { $0[plugin.name]?[plugin.key] }
      for item in config["plugins"]?.items ?? [] where pluginName(item) == plugin.name {
        let argument = item.items?.dropFirst().first?[plugin.key]
        values.append(argument)
        // `false` leaves the key out.
        guard let standard = plugin.standard, argument?.flag != false else { continue }
        values.append(
          PropertyValue(.text(standard), key: plugin.name, line: (item.items?.first ?? item).line))
      }
    }
    return located([values.lazy.compactMap(\.self).first { $0.text != nil }])
  }

  private func pluginName(_ plugin: PropertyValue) -> String? { plugin.text ?? plugin.items?.first?.text }

  /// Plugins of which nothing is known: those that may well write the key, the project's own among them, and others.
  var unknownPlugins: (suspects: [String], others: [String]) {
    let known = Set(ConfigPlugin.all.map(\.name))
    let names = (root["expo"]?["plugins"]?.items ?? []).compactMap(pluginName)
      .filter { !known.contains($0) && !ConfigPlugin.writesNone($0) }
    let suspects = names.filter { name in
      name.hasPrefix(".")
        || ["track", "idfa", "ads", "admob", "att", "consent"].contains { name.contains($0) }
    }
    return (suspects, names.filter { !suspects.contains($0) })
  }
}
