import ExperimentDesign
import RuleBook
public import TextFormats

/// One of an app's own files, read.
public struct AppFile: Sendable {
  /// What it is.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// `Info.plist` and `PrivacyInfo.xcprivacy`.
    case infoPlist, privacyManifest
    /// Texts: `InfoPlist.strings` of one language, `InfoPlist.xcstrings` of all.
    case strings, stringCatalog
    /// Build settings, some for Info.plist: `.xcconfig`, and with targets `project.pbxproj` and XcodeGen's `project.yml`.
    case buildSettings, xcodeProject, projectSpec
    /// `app.json` of Expo.
    case expoConfig
  }

  let kind: Kind
  let path: String
  let root: PropertyValue
  /// What it builds, as Xcode's project or a specification.
  private(set) var targets: [BuiltApp] = []

  /// Bytes that a file may have.
  public static let largest = 4_000_000

  init(kind: Kind, path: String, root: PropertyValue) {
    (self.kind, self.path, self.root) = (kind, path, root)
    let specified = kind == .projectSpec ? root["targets"]?.members ?? [] : []
    targets = kind == .xcodeProject ? targetsOfXcode : specified.map(self.specified)
  }

  /// Reads an app's file of another kind than ``Kind/projectSpec``.
  ///
  /// - Throws: ``FileProblem`` for what is malformed, hostile, in another encoding than UTF-8 and UTF-16, or YAML.
  public init(_ bytes: [UInt8], path: String, kind: Kind) throws(FileProblem) {
    let root = try FileProblem.located(in: path) { () throws(FileProblem) in
      let root = try Self.root(bytes, kind)
      if case .mapping = root.content { return root }
      throw FileProblem(root.line, "expected a mapping, found \(root.kind)")
    }
    self.init(kind: kind, path: path, root: root)
  }

  private static func root(_ bytes: [UInt8], _ kind: Kind) throws(FileProblem) -> PropertyValue {
    let isBlank = bytes.allSatisfy { [9, 10, 13, 32].contains($0) }
    switch kind {
    case .strings where isBlank: return PropertyValue(.mapping([]), line: 1)
    case .infoPlist where isBlank: throw FileProblem(1, "expected a property list, found nothing")
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

  /// The language of its texts: of a strings file the folder `xx.lproj` it lies in, or its own name, of Info.plist the
  /// development region; `nil` without one, or one that is filled in when the app is built.
  var language: String? {
    let region = root["CFBundleDevelopmentRegion"]?.text ?? ""
    if kind != .strings { return region.isEmpty || region.contains("$") ? nil : region }
    return LanguageCode.isFile(name) ? String(name.dropLast(5)) : path.languageOfFolder
  }

  var name: String { path.names.last ?? "" }

  var folder: [String] { path.names.dropLast() }

  func location(_ value: PropertyValue) -> FileLocation {
    FileLocation(file: path, line: value.line, column: 1, key: value.key)
  }

  /// The usage strings in it, one per language; what is no text is one of nothing.
  var texts: [LocatedText] {
    switch kind {
    case .infoPlist, .privacyManifest, .strings, .buildSettings:
      return located([root[AppKey.usage] ?? root[AppKey.usageSetting]])
    case .expoConfig: return textOfExpo
    case .xcodeProject, .projectSpec:
      return located(targets.filter(\.isApplication).flatMap(\.texts).sorted { $0.line < $1.line })
    case .stringCatalog:
      // The localizations of its one key, and of each the plain text, or one per device or number.
      return (root["strings"]?[AppKey.usage]?["localizations"]?.members ?? []).flatMap { language in
        // Not translated yet: the development language's text is shown.
        let translated = language.descendants("stringUnit").filter {
          $0["value"]?.text != "" || $0["state"]?.text != "new"
        }
        return located(translated.map { $0["value"] }, in: language.key)
      }
    }
  }

  private func located(_ values: [PropertyValue?], in language: String? = nil) -> [LocatedText] {
    values.compactMap(\.self).map {
      LocatedText(
        text: $0.text ?? "", location: location($0), language: language ?? self.language,
        isFallback: kind != .strings && kind != .stringCatalog)
    }
  }

  // MARK: What `app.json` of Expo says.

  /// Plug-ins that write a usage string, with the argument that is the text, and what they write where it is not given.
  static let plugins = WordList.lists("plug-in of Expo that writes a usage string").map {
    (name: $0.of, key: $0.lines[0], standard: $0.lines.dropFirst().first)
  }

  private var config: PropertyValue { root["expo"] ?? root }

  /// What libraries for projects without Expo read of it as the app is built.
  var textReadAsBuilt: PropertyValue? {
    let values = Self.plugins.flatMap { plugin in [root, config].map { $0[plugin.name]?[plugin.key] } }
    return values.lazy.compactMap(\.self).first { $0.text != nil }
  }

  /// The usage string: of its own Info.plist keys, or the argument of a plugin that writes one.
  private var textOfExpo: [LocatedText] {
    var (arguments, standards) = ([PropertyValue?](), [PropertyValue?]())
    for item in config["plugins"]?.items ?? [] {
      for plugin in Self.plugins where plugin.name == pluginName(item) {
        let argument = item.items?.dropFirst().first?[plugin.key]
        arguments.append(argument)
        // `false` leaves the key out.
        guard let standard = plugin.standard, argument?.flag != false else { continue }
        standards.append(PropertyValue(.text(standard), line: (item.items?.first ?? item).line))
      }
    }
    let values = arguments + [config["ios"]?["infoPlist"]?[AppKey.usage], textReadAsBuilt] + standards
    return located([values.lazy.compactMap(\.self).first { $0.text != nil }])
  }

  func pluginName(_ plugin: PropertyValue) -> String? { plugin.text ?? plugin.items?.first?.text }
}

extension String {
  var names: [String] { split(separator: "/").filter { $0 != "." }.map(String.init) }

  /// A path without what makes no difference.
  var plain: String { names.joined(separator: "/") }

  /// The language of a path in a folder `xx.lproj`.
  var languageOfFolder: String? {
    names.dropLast().last.flatMap { $0.hasSuffix(".lproj") ? String($0.dropLast(6)) : nil }
  }
}
