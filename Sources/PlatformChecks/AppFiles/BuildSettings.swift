import TextFormats

/// The settings of an `.xcconfig`: `KEY = value`, with comments; conditions in brackets are left out of the key, and
/// `#include` is the key of a file that it includes.
func settings(_ text: String) -> PropertyValue {
  // A condition has an equals sign of its own: KEY[sdk=iphoneos*] = value. A line of any length is read once.
  let form = /\s*+([^\s=\[#]++)\s*+(?:\[[^\]]*+\]\s*+)*+=\s*+(.*\S|)\s*+/
  let inclusion = /\s*+(#include)\??+\s*+"([^"]*+)".*+/
  let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  let settings = lines.enumerated().compactMap { index, line -> PropertyValue? in
    let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    return (code.wholeMatch(of: form) ?? line.wholeMatch(of: inclusion)).map {
      PropertyValue(.text(String($0.2)), key: String($0.1), line: index + 1)
    }
  }
  return PropertyValue(.mapping(settings), line: 1)
}

/// Variables of build settings, which Xcode fills in in Info.plist: `$(PRODUCT_NAME)`, `${PRODUCT_NAME}`.
extension AppBundles {
  /// Whether something may give a setting that has no plain value here.
  private func isElsewhere(_ name: String) -> Bool {
    let files = project.files
    let included = layers.flatMap { $0.settings.members.filter { $0.key == "#include" }.compactMap(\.text) }
    let others = targets.flatMap(\.builds).flatMap(\.bases) + included
    return others.contains { other in !files.contains { $0.name == other.names.last } }
      || files.contains { !$0.root.descendants(name).isEmpty }
      || project.sources.contains { $0.bytes.has(name) }
  }

  /// The text with its variables filled in, where Xcode does so: once for each value that the first has.
  ///
  /// One that Debug alone defines is empty in the build that ships. A name that is not given stands as the name "Acme",
  /// which is no word of a list, and so does what something else may give.
  func expanding(_ placed: LocatedText) -> [LocatedText] {
    // What nobody reads to its end is not searched.
    guard placed.isFallback, placed.text.utf8.count < 4_000,
      let variable = placed.text.firstMatch(of: /\$[{(]([^:)}]*+)[^)}]*+[)}]/)
    else { return [placed] }
    let name = String(variable.1)
    let known = layers.filter { $0.settings[name]?.text?.contains("$") == false }
    let isName = name.contains("NAME")
    var found = Set(known.compactMap { $0.settings[name]?.text })
    let hasRelease = layers.contains { $0.name.contains("release") }
    if hasRelease, known.allSatisfy({ $0.name.contains("debug") }), !known.isEmpty { found.insert("") }
    if found.isEmpty { found = [isName || isElsewhere(name) ? "Acme" : ""] }
    return found.sorted().flatMap { value in
      var copy = placed
      if !isName, known.isEmpty { copy.unknown = name }
      copy.text.replaceSubrange(variable.range, with: value)
      return expanding(copy)
    }
  }
}
