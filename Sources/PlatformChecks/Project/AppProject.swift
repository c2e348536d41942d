import RuleBook
public import TextFormats

/// The files of one app, read.
public struct AppProject: Sendable {
  /// What is to be seen in a file, by its name.
  public enum Role: Hashable, Sendable {
    /// The app's own texts and settings.
    case file(AppFile.Kind)
    case source(SourceLanguage)
    /// What says something beside these: languages, libraries, first screens, scripts of the build.
    case surrounding
    /// A source in a language that is not read, in words.
    case foreign(String)
  }

  var files: [AppFile] = []
  var sources: [SourceText] = []
  var surroundings = ProjectSurroundings()
  private(set) var suppressions: [Suppression] = []
  private(set) var read = 0
  private(set) var unread: [CheckReport.Unread] = []

  /// Without files.
  public init() {}

  /// What is to be seen in a file; `nil` where nothing is.
  ///
  /// - Parameter isNamed: Whether somebody named it; of a folder property lists and texts count by their names alone.
  public static func role(of path: String, isNamed: Bool = false) -> Role? {
    let file = path.names.last ?? ""
    let name = file.lowercased()
    let named = roles[name] ?? name.lastIndex(of: ".").flatMap { roles[String(name[$0...])] }
    switch named {
    case .file(.strings), .file(.stringCatalog):
      // The system tells capitals from small letters.
      if file.hasPrefix("InfoPlist.") { return named }
      return name.hasPrefix("infoplist.") ? .surrounding : isNamed ? named : nil
    case .file(.infoPlist):
      return isNamed || name.contains("info") && !name.contains("googleservice") ? named : nil
    case .file: return named
    // Kotlin of an Android app says nothing of iOS.
    case .foreign where name.hasSuffix(".kt") && !path.contains("iosMain/"): return nil
    case nil: return LanguageCode.isFile(name) ? .surrounding : nil
    case _:
      let isTest = WordList.words("parts of names of tests").contains(where: name.contains)
      return isTest && !isNamed ? nil : named
    }
  }

  /// By a file's whole name, and by how it ends.
  private static let roles = WordList.of("files").compactMapValues(\.first).mapValues { kind in
    AppFile.Kind(rawValue: kind).map(Role.file) ?? SourceLanguage(rawValue: kind).map(Role.source)
      ?? (kind == "surrounding" ? .surrounding : .foreign(kind))
  }

  /// Takes in a file that somebody has read.
  ///
  /// - Throws: ``FileProblem`` for a file of the app's own that is malformed.
  public mutating func add(_ bytes: [UInt8], path: String, role: Role) throws(FileProblem) {
    noteComments(bytes, path)
    switch role {
    case .file(let kind):
      // An app is in this language, whatever the file holds.
      if kind == .strings || kind == .stringCatalog { surroundings.noteLanguages(bytes, path) }
      files.append(try AppFile(bytes, path: path, kind: kind))
    case .source(let language):
      // Lines may end as on old systems.
      let end = UInt8(ascii: "\n")
      let bytes = bytes.contains(end) ? bytes : bytes.map { $0 == UInt8(ascii: "\r") ? end : $0 }
      // What a bundler has packed is nobody's to read.
      if bytes.count > 20_000, bytes.count(where: { $0 == end }) * 500 < bytes.count { return }
      sources.append(SourceText(path: path, language: language, bytes: bytes))
      // A source may write the key that names property lists too.
      if bytes.has("Plist") { surroundings.noteWriter(bytes, path) }
    case .surrounding where LanguageCode.isFile(path.names.last ?? ""):
      // Expo, and plug-ins for others, make InfoPlist.strings of it.
      guard bytes.has(AppKey.usage), let root = try? PropertyValue(json: decodedText(bytes)) else { return }
      let texts = PropertyValue(.mapping(root.descendants(AppKey.usage)), line: 1)
      files.append(AppFile(kind: .strings, path: path, root: texts))
    case .surrounding:
      if let why = surroundings.look(at: bytes, path) { skip(path, why) }
      // It is looked at for a word, and nothing is found in it.
      return
    case .foreign(let why):
      surroundings.noteWriter(bytes, path)
      surroundings.hasForeignSources = true
      return skip(path, why)
    }
    read += 1
  }

  /// Takes in YAML that somebody else has read where it is a specification of XcodeGen, and no experiment so named.
  package mutating func add(specification root: PropertyValue, path: String) -> Bool {
    guard root["targets"] != nil, root["arms"] == nil, root["population"] == nil else { return false }
    files.append(AppFile(kind: .projectSpec, path: path, root: root))
    read += 1
    return true
  }

  package mutating func noteComments(_ bytes: [UInt8], _ path: String) {
    suppressions += Suppression.all(in: bytes, path: path)
  }

  package mutating func skip(_ path: String, line: Int = 0, _ why: String) {
    unread.append(.init(file: path, line: line, why: why))
  }
}
