import Yams

/// The size of a text once its aliases (`*name`) are written out, found without writing them out.
///
/// Yams shares the node that an alias names, so a small text can stand for an enormous tree. What it
/// stands for is counted on the parser's own nodes: the text is parsed once with every alias turned into
/// an anchor of an empty value (`*name` becomes `&name`, at the same place), which has the same structure
/// and shares nothing. Sizes are then added up, each anchored value counted once. So no spelling of an
/// alias escapes, and the work is that of reading the text once more.
struct AliasExpansion {
  /// Why a text's aliases are refused, and where.
  struct Excess: Error, CustomStringConvertible {
    var line: Int
    var column: Int
    var message: String

    var description: String { "\(line):\(column): \(message)" }
  }

  /// Bytes that the values of a text of this many bytes may have, aliases written out.
  ///
  /// Sixteen times the text, at least 64 KiB and at most what a text without aliases may have.
  static func largest(forBytes count: Int) -> Int {
    min(ReadingLimits.bytes, max(1 << 16, 16 * count))
  }

  /// Refuses a text whose aliases stand for too much, or stand where the parser would compare what they
  /// stand for: as keys of a mapping.
  ///
  /// - Throws: ``Excess``, or `YamlError` where the text is not YAML.
  static func requireBounded(_ text: String) throws {
    let stripped = AliasPositions(in: text)
    guard let first = stripped.positions.min() else { return }
    let parser = try Parser(yaml: stripped.text, resolver: .basic, encoding: .utf8)
    let total: Size
    do {
      guard let root = try parser.singleRoot() else { return }
      var expansion = AliasExpansion(aliases: stripped.positions)
      // Nodes hold their anchors weakly; the parser keeps them.
      total = try withExtendedLifetime(parser) { try expansion.size(of: root, depth: 0) }
    } catch YamlError.duplicatedKeysInMapping(let names, let context)
      where names.contains(where: { $0.isEmpty || $0.contains("&") })
    {
      throw Excess(line: context.mark.line, column: context.mark.column, message: aliasAsKey)
    }
    let largest = largest(forBytes: text.utf8.count)
    guard total.bytes <= largest, total.values <= ReadingLimits.values else {
      let found =
        total.bytes > largest
        ? "\(total.bytes == .max ? "too many" : "\(total.bytes)") bytes, expected at most \(largest)"
        : "\(total.values == .max ? "too many" : "\(total.values)") values, expected at most \(ReadingLimits.values)"
      throw Excess(
        line: first.line, column: first.column,
        message: "with its aliases (*name) written out this file has \(found). Use fewer aliases")
    }
  }

  private static let aliasAsKey = "expected a word as a key, found an alias (*name). Write the key out"

  /// Values and bytes, as many as there would be; the highest number stands for more.
  private struct Size {
    var values = 1
    var bytes = 0
    /// Whether an alias is in it.
    var hasAlias = false

    mutating func add(_ other: Size) {
      let (values, moreValues) = values.addingReportingOverflow(other.values)
      let (bytes, moreBytes) = bytes.addingReportingOverflow(other.bytes)
      self.values = moreValues ? .max : values
      self.bytes = moreBytes ? .max : bytes
      hasAlias = hasAlias || other.hasAlias
    }
  }

  private let aliases: Set<TextPosition>
  /// What each name stands for so far; a later anchor of the same name takes its place.
  private var sizes: [String: Size] = [:]

  private init(aliases: Set<TextPosition>) { self.aliases = aliases }

  private mutating func size(of node: Node, depth: Int) throws(Excess) -> Size {
    if let name = aliasName(node) {
      var size = sizes[name] ?? Size()
      size.hasAlias = true
      return size
    }
    var size = Size()
    // What is nested deeper is refused when it is read.
    guard depth <= ReadingLimits.depth else { return size }
    switch node {
    case .scalar(let scalar): size.bytes = scalar.string.utf8.count
    case .sequence(let sequence):
      for item in sequence { size.add(try self.size(of: item, depth: depth + 1)) }
    case .mapping(let mapping):
      for (key, value) in mapping {
        let keySize = try self.size(of: key, depth: depth + 1)
        if keySize.hasAlias {
          throw Excess(
            line: key.mark?.line ?? 1, column: key.mark?.column ?? 1, message: Self.aliasAsKey)
        }
        size.add(keySize)
        size.add(try self.size(of: value, depth: depth + 1))
      }
    case .alias: break
    }
    if let name = node.anchorName { sizes[name] = size }
    return size
  }

  /// The name that an alias of the text gives; `nil` for what is none.
  ///
  /// A mapping begins where its first key does, so that the position alone does not tell an alias.
  private func aliasName(_ node: Node) -> String? {
    guard case .scalar(let scalar) = node, let name = scalar.anchor?.rawValue, let mark = scalar.mark else {
      return nil
    }
    return aliases.contains(TextPosition(line: mark.line, column: mark.column)) ? name : nil
  }
}

/// A line and a column of a text, 1-based.
private struct TextPosition: Hashable, Comparable {
  var line: Int
  var column: Int

  static func < (first: Self, second: Self) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}

/// A text whose aliases are anchors of empty values, and where they stood.
///
/// Every asterisk that a name follows is taken for an alias: inside a comment or a quoted text one sign
/// takes the place of another, which changes no structure.
private struct AliasPositions {
  private(set) var text = ""
  private(set) var positions: Set<TextPosition> = []

  init(in original: String) {
    guard original.utf8.contains(UInt8(ascii: "*")), original.utf8.contains(UInt8(ascii: "&")) else { return }
    let scalars = Array(original.unicodeScalars)
    var changed = String.UnicodeScalarView()
    var position = TextPosition(line: 1, column: 1)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : "\n"
      let isAlias = scalar == "*" && Self.isName(next)
      if isAlias { positions.insert(position) }
      changed.append(isAlias ? "&" : scalar)
      switch scalar {
      case "\r" where next == "\n": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        position = TextPosition(line: position.line + 1, column: 1)
      case _: position.column += 1
      }
    }
    text = String(changed)
  }

  /// Whether the parser takes a character for one of an anchor's name.
  private static func isName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "_", "-": true
    case _: false
    }
  }
}

extension Node {
  /// The name that the text gives the node.
  fileprivate var anchorName: String? {
    switch self {
    case .scalar(let scalar): scalar.anchor?.rawValue
    case .sequence(let sequence): sequence.anchor?.rawValue
    case .mapping(let mapping): mapping.anchor?.rawValue
    case .alias: nil
    }
  }
}
