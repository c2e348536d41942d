import ExperimentDesign
import Rendering
import Studies

/// The commands that an answer suggests, complete: they keep what was set, the store, and the sizes, and run as printed.
public struct RunCommands: Sendable {
  /// The store of commands that name none.
  public static let usualStore = "att-lab.sqlite"

  /// The experiment's file; `nil` where it is not known.
  public var file: String?
  /// The store's path; `nil` where the run is kept nowhere, and no command finds it.
  public var store: String?
  /// What is set in the file from outside, as `path=value`.
  public var settings: [String]
  /// The seed, where neither the file nor ``settings`` give it.
  public var seed: UInt64?

  /// The parts, unchanged.
  public init(file: String?, store: String?, settings: [String] = [], seed: UInt64? = nil) {
    self.file = file
    self.store = store
    self.settings = settings
    self.seed = seed
  }

  private var quotedFile: String? { file.map(TerminalText.shellWord) }

  /// What a command needs beside a run to find it, with a space before it.
  var storeOption: String { Self.storeOption(store) }

  /// What a command needs beside other words to find a store, with a space before it: nothing for the one that it takes by
  /// itself, and where nothing is kept.
  public static func storeOption(_ store: String?) -> String {
    store.flatMap { $0 == usualStore ? nil : " --db \(TerminalText.shellWord($0))" } ?? ""
  }

  /// The command that simulates the file as it was, but for its trials and one key.
  ///
  /// - Parameter path: the key that is set otherwise.
  private func simulate(setting path: String, _ value: String) -> String? {
    func option(_ path: some StringProtocol, _ value: some StringProtocol) -> String {
      ["trials", "installs", "seed"].contains(String(path))
        ? " --\(path) \(TerminalText.shellWord(String(value)))"
        : " --set \(TerminalText.shellWord("\(path)=\(value)"))"
    }
    let kept = settings.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
      .filter { $0.count == 2 && $0[0] != "trials" && $0[0] != path }
      .map { option($0[0], $0[1]) }
    return quotedFile.map { file in
      "att-lab simulate \(file)\(kept.joined())\(seed.map { option("seed", "\($0)") } ?? "")\(storeOption)"
        + option(path, value)
    }
  }

  /// The same, with a range of a number.
  private func simulate(range: String, of number: String) -> String? {
    // Sections of the file's own stand beside the population.
    let isOutside = ["arms.", "usage_strings.", "pre_prompts.", "scenarios."].contains(
      where: number.hasPrefix)
    return simulate(setting: isOutside ? number : "population.\(number)", "{range: [\(range)]}")
  }

  /// The command of a step; `nil` where it needs what is not known.
  func command(_ step: NextStep, of outline: RunOutline) -> String? {
    let run = store == nil ? nil : outline.run
    switch step {
    case .moreTrials(let trials): return simulate(setting: "trials", "\(trials)")
    case .moreInstalls(let installs): return simulate(setting: "installs", "\(installs)")
    case .plan(let options, let byRelease, let needsVolume):
      let arms = options.map { " --arms \(TerminalText.shellWord($0.joined(separator: ",")))" } ?? ""
      let release = byRelease ? " --cluster-size 5000 --icc 0.001" : ""
      let pace = needsVolume && !byRelease ? " --installs-per-week 10000" : ""
      return run.map { "att-lab plan \($0)\(arms)\(day(outline))\(release)\(pace)\(storeOption)" }
    case .sayWords(let path): return simulate(range: "0.8, 1.25", of: path)
    case .giveRange(let path, let low, let high):
      let ends = [low, high].map { SupportedDigits.number($0, error: $0 / 20, plain: 2) }
      return simulate(range: ends.joined(separator: ", "), of: path)
    case .ship(let option):
      return run.map {
        "att-lab export \($0) --table strategy --arm \(TerminalText.shellWord(option)) --out strategy.json\(storeOption)"
      }
    case .explore:
      let settings = outline.assumedOtherwise.map { " --set \(TerminalText.shellWord($0))" }.joined()
      return quotedFile.map { "att-lab explore \($0)\(settings)\(storeOption)" }
    case .report: return run.map { "att-lab report \($0)\(storeOption)" }
    }
  }

  /// The day of a plan where the objective is no share of installs, which is what a test counts.
  private func day(_ outline: RunOutline) -> String {
    let definition = outline.objective.singleMetric?.definition
    guard definition?.scale != .share || definition?.population != .installs else { return "" }
    let last = Metric.optInByDay.compactMap(\.day).last { Double($0) <= outline.description.horizonDays }
    return last.map { " --day \($0)" } ?? ""
  }
}
