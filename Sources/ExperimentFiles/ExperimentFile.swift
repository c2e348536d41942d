public import ExperimentDesign
import LocalFiles
public import TextFormats

/// An experiment, and the texts it came of.
public struct ExperimentFile: Sendable {
  /// What the texts and settings say, checked and complete.
  public var experiment: Experiment
  /// What is doubtful but no error, in the order of the text.
  public var warnings: [FileWarning]
  /// The whole source as it was read, with what it extends in it; settings are not part of it.
  public var text: String
  /// The population's own text, where it is a preset or another file, with the preset's name or the path as the experiment
  /// writes it.
  public var population: (name: String, text: String)?
  /// The strategies that `search` allows; `nil` where they were not asked for.
  public var search: SearchSpace?
  /// What the text says, with what it extends; settings are not part of it.
  var root: LocatedNode
  /// The same with its settings.
  var settled: LocatedNode
  /// Where each key stands, by its path: `arms.launch.hook`, `device.requests_off`.
  public var locations: [String: FileLocation]

  /// Names of the texts of the alert, in the order of the file.
  public var usageStrings: [String] { root["usage_strings"]?.entries.map(\.key) ?? [] }
  /// Names of the screens before the alert, in the order of the file.
  public var prePrompts: [String] { root["pre_prompts"]?.entries.map(\.key) ?? [] }
}

/// Reads an experiment from a file.
///
/// - Parameters:
///   - path: The file; `-` is standard input.
///   - overrides: What is set from outside, applied in order.
///   - purpose: Whether the strategies of `search` join the arms.
/// - Throws: ``FileProblems`` with everything that is wrong.
public func loadExperiment(
  path: String, overrides: [Setting] = [], purpose: ReadingPurpose = .simulation
) throws(FileProblems) -> ExperimentFile {
  try loadExperiment(
    text: try experimentBytes(path), path: path, overrides: overrides, purpose: purpose)
}

/// Reads an experiment from bytes.
///
/// - Parameters:
///   - text: The file's bytes.
///   - path: What the text is called in messages; population files are sought beside it.
///   - overrides: What is set from outside, applied in order.
///   - offered: The name and the text of the only population file that may be named, where that is not to be read from
///     its path; without a name the text is that of any population, for texts that were put away together.
///   - extended: The name and the text of the file that it extends, where that is not to be read from its path.
///   - purpose: Whether the strategies of `search` join the arms.
/// - Throws: ``FileProblems`` with everything that is wrong, in the texts and with what is fitted to them.
public func loadExperiment(
  text: [UInt8], path: String, overrides: [Setting] = [],
  population offered: (name: String?, text: String)? = nil,
  extended: (name: String, text: String)? = nil, purpose: ReadingPurpose = .simulation
) throws(FileProblems) -> ExperimentFile {
  let problems = ProblemList()
  let whole: ExtendedFile
  do {
    whole = try ExtendedFile(text: text, path: path, given: extended, problems)
  } catch {
    throw problems.errors
  }
  let plain = whole.root
  var root = plain
  for (index, setting) in overrides.enumerated() {
    setting.apply(to: &root, rank: SourcePoint.firstSetting + index, problems)
  }
  root = root.placed(at: "")
  let read = readPopulation(of: root, path: path, given: offered, problems)
  let (population, source) = (read?.node, read?.text)
  let preset = source.flatMap { BuiltInPopulation(rawValue: $0.name) }
  // Arms and what is searched are checked once they are expanded.
  var rest = root
  (rest["arms"], rest["search"]) = (nil, nil)
  problems.check(rest, .section(.experiment), name: "experiment")
  if let name = root["experiment"], let text = name.scalar, !text.isEmpty, !text.unicodeScalars.contains("\0")
  {
    problems.checkName(.init(key: text, point: name.point, value: name), noun: "the experiment")
  }
  if source != nil, let population { problems.check(population, .section(.population), name: "population") }
  var decoder = ExperimentDecoder(
    root, plain: plain.placed(at: ""), population: population, purpose: purpose, problems)
  let stem = isHandedOver(path) ? "" : path.fileStem
  let experiment = decoder.experiment(fallbackName: stem.isEmpty ? "experiment" : stem)
  guard !problems.hasErrors else { throw problems.errors }
  return ExperimentFile(
    experiment: experiment, warnings: problems.warnings,
    text: whole.isOverlay
      ? MadeExperiment(meant: plain, base: plain, comment: []).whole
      : String(decoding: text, as: UTF8.self),
    population: source, search: decoder.searchSpace, root: plain, settled: root,
    locations: keyLocations(population: population, preset: preset?.rawValue, root: root))
}

/// The population's mapping, and its text where that is not the experiment's own.
private func readPopulation(
  of root: LocatedNode, path: String, given: (name: String?, text: String)?, _ problems: ProblemList
) -> (node: LocatedNode, text: (name: String, text: String)?)? {
  let presets = BuiltInPopulation.allCases.map(\.rawValue)
  guard let node = root["population"], !node.isNull else {
    return problems.none(
      root.entry("population")?.point ?? root.point,
      "the experiment lacks 'population': a preset (\(presets.joined(separator: ", "))), a path with '/' or '.yaml', or a "
        + "mapping")
  }
  if node.isMapping { return (node, nil) }
  guard let name = node.scalar else { return nil }
  let bytes: [UInt8]
  var file = name
  let isFile = name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  if let given, isFile || given.name == nil {
    guard given.name == nil || given.name == name else {
      return problems.none(
        node.point,
        "the page reads no population file but the one it was started with. Name a preset, or start it with a file that "
          + "names \(name.cited)")
    }
    bytes = Array(given.text.utf8)
  } else if isFile {
    // Beside the text that names it. As an editor finds it from here, not as the experiment does from its folder.
    let own = node.point.rank < SourcePoint.firstSetting ? node.point.file : path
    file = isHandedOver(own) ? name : own.sibling(name)
    do {
      bytes = try readBytes(file)
    } catch {
      return problems.none(
        node.point,
        "the population file \(name.cited), sought beside the experiment, \(error.message)")
    }
  } else {
    guard let preset = BuiltInPopulation(rawValue: name) else {
      return problems.none(
        node.point,
        "no population is called \(name.cited).\(suggestion(for: name, among: presets, noun: "Presets"))"
          + " A path contains '/' or ends in .yaml")
    }
    file = "preset \(name)"
    bytes = Array(preset.text.utf8)
  }
  let rank = SourcePoint.populationFile
  guard let read = try? readYAML(bytes, file: file, rank: rank, problems: problems) else {
    return problems.hasErrors ? nil : problems.none(node.point, "the population \(name.cited) is empty")
  }
  guard read.isMapping else {
    return problems.none(read.point, "expected a population, a mapping, found \(read.found)")
  }
  return (read, (name, String(decoding: bytes, as: UTF8.self)))
}

// What a team states beside the experiment.

extension ExperimentFile {
  /// Whether the file says how many installs a trial has; where not, those of the experiment are to be chosen.
  public var hasInstalls: Bool { settled["installs"] != nil }

  /// How many people install the app; `nil` where the file does not say.
  public var volume: AppVolume? {
    guard let app = settled["app"], let installs = app["installs_per_month"]?.number(in: .real) else {
      return nil
    }
    return AppVolume(
      installsPerMonth: installs, valuePerOptIn: app["value_per_opt_in"]?.number(in: .real),
      currency: app["currency"]?.scalar ?? "USD")
  }

  /// Limits beyond which an arm is not recommended, in the order of the file.
  public var guardrails: [GuardrailLimit] {
    (settled["guardrails"]?.entries ?? []).compactMap { entry in
      Metric(rawValue: entry.key).flatMap { metric in
        entry.value.number(in: metric.limits).map { GuardrailLimit(metric, limit: $0) }
      }
    }
  }

  /// The pitfalls that are accepted, by their tags in the order of the text, each with the reason.
  public var waivers: [(tag: String, reason: String)] {
    (settled["waivers"]?.entries ?? []).compactMap { entry in entry.value.scalar.map { (entry.key, $0) } }
  }
}

/// Where every key of the population, of what is written over it, and of the experiment stands.
///
/// - Parameter preset: The built-in population's name, where the population is one.
private func keyLocations(
  population: LocatedNode?, preset: String?, root: LocatedNode
) -> [String: FileLocation] {
  var locations: [String: FileLocation] = [:]
  func visit(_ node: LocatedNode, _ path: String, in preset: String? = nil) {
    for entry in node.entries {
      let here = path.isEmpty ? entry.key : "\(path).\(entry.key)"
      let point = preset == nil ? entry.point : root.entry("population")?.point ?? root.point
      locations[here] = FileLocation(
        file: point.file, line: point.line, column: point.column, key: here, preset: preset)
      visit(entry.value, here, in: preset)
    }
  }
  if let population { visit(population, "", in: preset) }
  if let adjust = root["adjust"] { visit(adjust, "") }
  visit(root, "")
  return locations
}
