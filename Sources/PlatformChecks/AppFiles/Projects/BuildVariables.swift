/// Fills in the variables of build settings, as Xcode does in Info.plist: `$(PRODUCT_NAME)`, `${PRODUCT_NAME}`.
struct BuildVariables {
  /// The settings of a file or a configuration, by its name.
  private var layers: [(name: String, values: [String: String])] = []

  /// The settings that the given files define.
  init(_ files: [AppFile]) {
    for file in files {
      switch file.kind {
      case .buildSettings: add(file.path.split(separator: "/").last.map(String.init) ?? "", file.root)
      case .xcodeProject:
        for object in file.root["objects"]?.entries ?? []
        where object.value["isa"]?.text == "XCBuildConfiguration" {
          if let settings = object.value["buildSettings"] { add(object.value["name"]?.text ?? "", settings) }
        }
      case .infoPlist, .strings, .stringCatalog, .privacyManifest, .expoConfig, .projectSpec: break
      }
    }
  }

  private mutating func add(_ name: String, _ settings: PropertyValue) {
    let plain = settings.entries.compactMap { entry in
      entry.value.text.flatMap { $0.contains("$") ? nil : (entry.key, $0) }
    }
    layers.append((name.lowercased(), Dictionary(plain) { $1 }))
  }

  /// The text with its variables filled in, where Xcode does so: once for each value that is another.
  ///
  /// One that Debug alone defines is empty in the build that ships. A name that is not given stands as the name "Acme",
  /// which is no word of a list; a text with another variable that is not given is not known.
  func expanding(_ placed: LocatedText) -> [LocatedText] {
    guard placed.isExpanded,
      let name = Self.variables(of: placed.text).first(where: { name in
        layers.contains { $0.values[name] != nil }
      })
    else { return [filled(placed, [:])] }
    let having = layers.filter { $0.values[name] != nil }
    var values = having.compactMap { $0.values[name] }
    if having.allSatisfy({ $0.name.contains("debug") }),
      layers.contains(where: { $0.name.contains("release") })
    {
      values.append("")
    }
    var seen: Set<String> = []
    return values.filter { seen.insert($0).inserted }.map { value in
      filled(placed, layers.reduce(into: [:]) { $0.merge($1.values) { $1 } }.merging([name: value]) { $1 })
    }
  }

  private static func variables(of text: String) -> [String] {
    text.split(separator: "$").dropFirst(text.hasPrefix("$") ? 0 : 1).compactMap { part in
      guard part.first == "(" || part.first == "{" else { return nil }
      return String(part.dropFirst().prefix { !")}:".contains($0) })
    }
  }

  private func filled(_ placed: LocatedText, _ values: [String: String]) -> LocatedText {
    guard placed.isExpanded, placed.text.contains("$") else { return placed }
    var copy = placed
    var rest = placed.text[...]
    var text = ""
    while let start = rest.firstIndex(of: "$") {
      text += rest[..<start]
      rest = rest[start...].dropFirst()
      guard let open = rest.first, open == "(" || open == "{",
        let end = rest.firstIndex(of: open == "(" ? ")" : "}")
      else {
        text += "$"
        continue
      }
      let name = rest[..<end].dropFirst().prefix { $0 != ":" }
      rest = rest[end...].dropFirst()
      if let value = values[String(name)] {
        text += value
      } else if name.contains("NAME") {
        text += "Acme"
      } else {
        copy.isKnown = false
      }
    }
    copy.text = text + rest
    return copy
  }
}
