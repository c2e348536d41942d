import TextFormats

/// The settings of an `.xcconfig`: `KEY = value`, with comments; conditions in brackets are left out of the key.
func settings(_ text: String) -> PropertyValue {
  // A condition has an equals sign of its own: KEY[sdk=iphoneos*] = value. No part gives back what it took, so that a
  // line of any length is read once.
  let form = /\s*+([^\s=\[#]++)\s*+(?:\[[^\]]*+\]\s*+)*+=\s*+(.*\S|)\s*+/
  let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  let settings = lines.enumerated().compactMap { index, line -> PropertyValue? in
    let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    guard let (_, key, value) = code.wholeMatch(of: form)?.output else { return nil }
    return PropertyValue(.text(String(value)), key: String(key), line: index + 1)
  }
  return PropertyValue(.mapping(settings), line: 1)
}

/// Fills in the variables of build settings, as Xcode does in Info.plist: `$(PRODUCT_NAME)`, `${PRODUCT_NAME}`.
struct BuildVariables {
  /// The value of each setting in each file or configuration that has it, by that one's name.
  private var values: [String: [(layer: String, value: String)]] = [:]
  private var hasRelease = false

  init(_ files: [AppFile]) {
    for file in files where file.kind == .buildSettings { add(file.name, file.root) }
    for object in files.filter({ $0.kind == .xcodeProject }).flatMap({ $0.root["objects"]?.members ?? [] }) {
      if let settings = object["buildSettings"] { add(object["name"]?.text ?? "", settings) }
    }
  }

  private mutating func add(_ name: String, _ settings: PropertyValue) {
    hasRelease = hasRelease || name.lowercased().contains("release")
    for setting in settings.members {
      guard let text = setting.text, !text.contains("$") else { continue }
      values[setting.key, default: []].append((name.lowercased(), text))
    }
  }

  /// The text with its variables filled in, where Xcode does so: once for each value that the first has.
  ///
  /// One that Debug alone defines is empty in the build that ships. A name that is not given stands as the name "Acme",
  /// which is no word of a list; a text with another variable that is not given is not known.
  func expanding(_ placed: LocatedText) -> [LocatedText] {
    // What nobody reads to its end is not searched.
    guard placed.isFallback, placed.text.utf8.count < 4_000,
      let variable = placed.text.firstMatch(of: /\$[{(]([^:)}]*+)[^)}]*+[)}]/)
    else { return [placed] }
    let name = String(variable.1)
    let known = values[name] ?? []
    let isName = name.contains("NAME")
    var found = Set(known.map(\.value))
    if hasRelease, known.allSatisfy({ $0.layer.contains("debug") }), !known.isEmpty { found.insert("") }
    if found.isEmpty { found = [isName ? "Acme" : ""] }
    return found.sorted().flatMap { value in
      var copy = placed
      copy.isKnown = copy.isKnown && (isName || !known.isEmpty)
      copy.text.replaceSubrange(variable.range, with: value)
      return expanding(copy)
    }
  }
}
