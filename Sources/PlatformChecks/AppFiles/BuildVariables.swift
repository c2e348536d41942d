import TextFormats

/// Fills in the variables of build settings, as Xcode does in Info.plist: `$(PRODUCT_NAME)`, `${PRODUCT_NAME}`.
struct BuildVariables {
  /// The value of each setting in each file or configuration that has it, by that one's name.
  private var values: [String: [(layer: String, value: String)]] = [:]
  private var hasRelease = false

  init(_ files: [AppFile]) {
    for file in files where file.kind == .buildSettings { add(file.name, file.root) }
    for object in files.filter({ $0.kind == .xcodeProject }).flatMap({ $0.root["objects"]?.entries ?? [] }) {
      if let settings = object.value["buildSettings"] { add(object.value["name"]?.text ?? "", settings) }
    }
  }

  private mutating func add(_ name: String, _ settings: PropertyValue) {
    hasRelease = hasRelease || name.lowercased().contains("release")
    for entry in settings.entries {
      guard let text = entry.value.text, !text.contains("$") else { continue }
      values[entry.key, default: []].append((name.lowercased(), text))
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
