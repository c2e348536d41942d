import TextFormats

/// Fills in the variables of build settings, as Xcode does in Info.plist: `$(PRODUCT_NAME)`, `${PRODUCT_NAME}`.
struct BuildVariables {
  /// The value of each setting in each file or configuration that has it, by that one's name.
  private var values: [String: [(layer: String, value: String)]] = [:]
  private var layers: [String] = []

  /// The settings that the given files define.
  init(_ files: [AppFile]) {
    for file in files where file.kind == .buildSettings { add(file.name, file.root) }
    for object in files.filter({ $0.kind == .xcodeProject }).flatMap({ $0.root["objects"]?.entries ?? [] })
    where object.value["isa"]?.text == "XCBuildConfiguration" {
      if let settings = object.value["buildSettings"] { add(object.value["name"]?.text ?? "", settings) }
    }
  }

  private mutating func add(_ name: String, _ settings: PropertyValue) {
    layers.append(name.lowercased())
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
    guard placed.isFallback, let start = placed.text.firstIndex(of: "$") else { return [placed] }
    let rest = placed.text[start...].dropFirst()
    guard let open = rest.first, open == "(" || open == "{",
      let end = rest.firstIndex(of: open == "(" ? ")" : "}")
    else { return [placed] }
    let name = String(rest[..<end].dropFirst().prefix { $0 != ":" })
    var found = (values[name] ?? []).map(\.value)
    if values[name]?.allSatisfy({ $0.layer.contains("debug") }) ?? false,
      layers.contains(where: { $0.contains("release") })
    {
      found.append("")
    }
    let isName = name.contains("NAME")
    let isKnown = !found.isEmpty || isName
    if found.isEmpty { found = [isName ? "Acme" : ""] }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }.flatMap { value in
      var copy = placed
      copy.isKnown = copy.isKnown && isKnown
      copy.text.replaceSubrange(start...end, with: value)
      return expanding(copy)
    }
  }
}
