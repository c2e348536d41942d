import TextFormats

/// A value of an app's file, with the line it stands on.
///
/// What every reader gives: of property lists, of strings files and of JSON; and what a reader of YAML, which this module
/// has none of, hands over.
public struct PropertyValue: Hashable, Sendable {
  /// What it is.
  public indirect enum Content: Hashable, Sendable {
    case text(String)
    case flag(Bool)
    case list([PropertyValue])
    case mapping([Entry])
    /// What no check reads: numbers, data, dates, null.
    case other(String)
  }

  /// A key of a mapping with its value.
  public struct Entry: Hashable, Sendable {
    /// As it is written.
    public var key: String
    /// Where the key stands, 1-based; 0 where the file has no lines.
    public var line: Int
    /// What it stands for.
    public var value: PropertyValue

    package init(key: String, line: Int, value: PropertyValue) {
      self.key = key
      self.line = line
      self.value = value
    }
  }

  /// What it is.
  public var content: Content
  /// 1-based; 0 where the file has no lines.
  public var line: Int

  package init(content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  /// The entries of a mapping; none for anything else.
  var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }

  var text: String? { if case .text(let text) = content { text } else { nil } }

  var flag: Bool? { if case .flag(let flag) = content { flag } else { nil } }

  var items: [PropertyValue]? { if case .list(let items) = content { items } else { nil } }

  /// The entry of a key; of a key that stands several times the last, as where such files are used.
  func entry(_ key: String) -> Entry? { entries.last { $0.key == key } }

  /// All entries of a key, which in a file without a slip is one at most.
  func entries(of key: String) -> [Entry] { entries.filter { $0.key == key } }

  subscript(key: String) -> PropertyValue? { entry(key)?.value }

  /// All entries of a key in it and in what it holds, in the order of the file.
  func descendants(_ key: String) -> [Entry] {
    switch content {
    case .mapping(let entries):
      entries.flatMap { entry in (entry.key == key ? [entry] : []) + entry.value.descendants(key) }
    case .list(let items): items.flatMap { $0.descendants(key) }
    case .text, .flag, .other: []
    }
  }

  /// What it is, for messages.
  var kind: String {
    switch content {
    case .text: "text"
    case .flag: "true or false"
    case .list: "a list"
    case .mapping: "a mapping"
    case .other(let kind): kind
    }
  }
}

extension PropertyValue {
  /// A document of JSON, as string catalogues are written, with the lines of its keys.
  init(json text: String) throws(AppFileProblem) {
    do throws(JSONSyntaxProblem) {
      self.init(
        try LocatedJSON(reading: text, depth: AppFileLimits.depth, values: AppFileLimits.values))
    } catch {
      throw AppFileProblem(error.line, error.reason)
    }
  }

  private init(_ json: LocatedJSON) {
    let content: Content =
      switch json.content {
      case .text(let text): .text(text)
      case .flag(let flag): .flag(flag)
      case .integer, .unsigned, .number: .other("a number")
      case .null: .other("null")
      case .list(let items): .list(items.map { PropertyValue($0) })
      case .object(let members):
        .mapping(members.map { Entry(key: $0.key, line: $0.line, value: PropertyValue($0.value)) })
      }
    self.init(content: content, line: json.line)
  }
}

/// What an app's file may hold; past it reading stops with a located problem.
enum AppFileLimits {
  /// Levels of nesting.
  static let depth = 64
  /// Values in a file.
  static let values = 200_000

  /// - Throws: ``AppFileProblem`` where a file has more values, or nests them deeper, than it may.
  static func hold(values: Int, depth: Int, line: Int) throws(AppFileProblem) {
    guard values <= Self.values else {
      throw AppFileProblem(line, "expected at most \(Self.values) values, found more")
    }
    guard depth <= Self.depth else {
      throw AppFileProblem(line, "expected at most \(Self.depth) levels of nesting, found more")
    }
  }
}

/// Why an app's file cannot be read.
public struct AppFileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named.
  public var file: String
  /// 1-based; 0 where the file has no lines.
  public var line: Int
  /// What was expected, what was found.
  public var message: String

  /// `file:line: message`.
  public var description: String { line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)" }
}

extension AppFileProblem {
  /// A fault inside a reader, which does not know the file's name.
  init(_ line: Int, _ message: String) { self.init(file: "", line: line, message: message) }

  /// Reads something of a file.
  static func located<Read>(
    in file: String, _ read: () throws(AppFileProblem) -> Read
  ) throws(AppFileProblem) -> Read {
    do throws(AppFileProblem) {
      return try read()
    } catch {
      throw AppFileProblem(file: file, line: error.line, message: error.message)
    }
  }
}
