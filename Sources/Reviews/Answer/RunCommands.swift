import ExperimentDesign
import Rendering
import Studies

/// The commands that an answer suggests, complete: they keep what was set, the store, and the sizes, and run as printed.
public struct RunCommands: Sendable {
  /// The store of commands that name none.
  public static let usualStore = "att-lab.sqlite"

  /// The experiment's file, quoted for a shell; `nil` where it is not known.
  public var file: String?
  /// The store's path; `nil` where the run is kept nowhere, and no command finds it.
  public var store: String?
  /// How the run is made again with more trials; `nil` where nobody knows.
  public var again: String?

  /// The parts, unchanged.
  public init(file: String?, store: String?, again: String?) {
    self.file = file
    self.store = store
    self.again = again
  }

  /// Those of a text that is kept nowhere yet.
  ///
  /// - Parameters:
  ///   - path: what the text is called where it is saved.
  ///   - store: the path of the store in which its run is kept.
  public init(unsaved path: String, store: String) {
    let file = TerminalText.shellWord(path)
    self.init(file: file, store: store, again: "att-lab simulate \(file)\(Self.storeOption(store))")
  }

  /// What a command needs beside a run to find it, with a space before it.
  var storeOption: String { store.map(Self.storeOption) ?? "" }

  static func storeOption(_ store: String) -> String {
    store == usualStore ? "" : " --db \(TerminalText.shellWord(store))"
  }

  /// The command of a step; `nil` where it needs what is not known.
  func command(_ step: NextStep, of outline: RunOutline) -> String? {
    let run = store == nil ? nil : outline.run
    let simulate = again ?? file.map { "att-lab simulate \($0)" }
    func setting(_ path: String, _ range: String) -> String {
      // Sections of the file's own stand beside the population.
      let isOutside = ["arms.", "usage_strings.", "pre_prompts.", "scenarios."].contains {
        path.hasPrefix($0)
      }
      return
        " --set \(TerminalText.shellWord("\(isOutside ? path : "population.\(path)")={range: [\(range)]}"))"
    }
    switch step {
    case .moreTrials(let trials): return simulate.map { "\($0) --trials \(trials)" }
    case .moreInstalls(let installs): return simulate.map { "\($0) --installs \(installs)" }
    case .plan(let options, let byRelease, let needsVolume):
      let arms = options.map { " --arms \(TerminalText.shellWord($0.joined(separator: ",")))" } ?? ""
      let release = byRelease ? " --cluster-size 5000 --icc 0.001" : ""
      let pace = needsVolume && !byRelease ? " --installs-per-week 10000" : ""
      return run.map { "att-lab plan \($0)\(arms)\(day(outline))\(release)\(pace)\(storeOption)" }
    case .sayWords(let path): return simulate.map { $0 + setting(path, "0.8, 1.25") }
    case .giveRange(let path, let low, let high):
      let ends = [low, high].map { SupportedDigits.number($0, error: $0 / 20, plain: 2) }
      return simulate.map { $0 + setting(path, ends.joined(separator: ", ")) }
    case .ship(let option):
      return run.map {
        "att-lab export \($0) --table strategy --arm \(TerminalText.shellWord(option)) --out strategy.json\(storeOption)"
      }
    case .explore:
      let settings = outline.assumedOtherwise.map { " --set \(TerminalText.shellWord($0))" }.joined()
      return file.map { "att-lab explore \($0)\(settings)\(storeOption)" }
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
