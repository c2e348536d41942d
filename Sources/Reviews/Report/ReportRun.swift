import ExperimentDesign
public import Rendering
public import Studies

/// A run as a report shows it: what it found, and what it was made from.
public struct ReportRun: Sendable {
  /// Where a run comes from, and how to repeat it.
  public struct Provenance: Sendable {
    /// The whole text of the experiment file.
    public var fileText: String
    /// The whole text of the population file, where the experiment names one of its own.
    public var populationText: String?
    /// What was set from outside, as given: `path=value`.
    public var overrides: [String]
    /// When it was begun, in words.
    public var begun: String
    /// How long was simulated, in words.
    public var duration: String
    /// Whatever somebody wrote about it.
    public var note: String?
    /// The commands that repeat it, one each.
    public var commands: [String]
    /// The file as commands name it; `nil` where it is not known.
    public var file: String?
    /// The path of the store, which commands read; `nil` where the run is kept nowhere.
    public var store: String?
    /// How the run is made again with more trials; `nil` where nobody knows.
    public var again: String?

    /// Creates a provenance.
    public init(
      fileText: String, populationText: String?, overrides: [String], begun: String, duration: String,
      note: String?, commands: [String], file: String? = nil,
      store: String? = RunCommands.usualStore, again: String? = nil
    ) {
      self.fileText = fileText
      self.populationText = populationText
      self.overrides = overrides
      self.begun = begun
      self.duration = duration
      self.note = note
      self.commands = commands
      self.file = file
      self.store = store
      self.again = again
    }

    /// Of a text that is kept nowhere yet.
    ///
    /// - Parameters:
    ///   - path: what the text is called where it is saved.
    ///   - store: the path of the store in which its run is kept.
    public init(
      unsaved fileText: String, populationText: String?, path: String, store: String
    ) {
      let file = TerminalText.shellWord(path)
      self.init(
        fileText: fileText, populationText: populationText, overrides: [], begun: "", duration: "", note: nil,
        commands: [], file: file, store: store,
        again: "att-lab simulate \(file)\(RunCommands.storeOption(store))")
    }
  }

  /// What the run answers.
  public var page: RunPage
  /// Opt-in by day.
  public var curves: DayCurves
  /// Funnel by option.
  public var funnel: Funnel
  /// Where it comes from.
  public var provenance: Provenance

  /// Creates a run.
  public init(
    summary: RunSummary, curves: DayCurves, funnel: Funnel, provenance: Provenance
  ) {
    page = RunPage(
      RunAnswer(summary),
      commands: RunCommands(file: provenance.file, store: provenance.store, again: provenance.again))
    self.curves = curves
    self.funnel = funnel
    self.provenance = provenance
  }

  var summary: RunSummary { page.answer.summary }
  var outline: RunOutline { summary.outline }

  /// The first screen with all of its cautions, and everything behind it.
  public var document: ReviewDocument { ReportOfRun(run: self).document }
}
