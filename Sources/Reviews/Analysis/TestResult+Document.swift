import Inference
public import Rendering
public import Studies
import TestAnalysis
import TestData
import TextFormats

extension TestResult {
  /// What the test says to do, one table, what must not get worse, and the data; in full every table and note.
  ///
  /// - Parameter file: the table that was read, for the command that learns from it; `nil` for counts that stand in
  ///   the command, and for standard input.
  public func document(_ detail: Detail, file: String? = nil) -> ReviewDocument {
    var sections: [[ReviewDocument.Block]] = [[.decision(TestWords(result: self).facts(detail))]]
    if let panel = test.mainPanel {
      sections.append([.table(AnalysisTables(analysis: test, panel: panel).options(advice.facts))])
    }
    sections.append(guardrails)
    if detail == .full { sections += details }
    var end: [ReviewDocument.Block] = [.labelled("Data  ", data, .plain)]
    if let command = lesson(file) { end.append(.line("Next  \(command)", .plain)) }
    end.append(
      .note(
        "Judged by this test alone; att-lab calibrate --update joins it with what the experiment "
          + "assumes.\(detail == .brief ? " Methods and every table: --verbose." : "")"
      ))
    return ReviewDocument(sections + [end])
  }

  /// What to know before using the numbers, a sentence each, for beside a table that has no place for them.
  public var warnings: [String] {
    cautions.map { TestWords(result: self).sentence($0).text }
      + notes.map { NoticeWords(analysis: test).sentence($0).text }
  }

  private var guardrails: [ReviewDocument.Block] {
    guard test.arms.count > 1 else { return [] }
    guard !test.guardrails.isEmpty else {
      return [
        .text("Guardrails: the data have none (retained_d1, retained_d7, value), so opt-in alone is judged.")
      ]
    }
    return [.table("Guardrails: what must not get worse by more than the margin", guardrailTable)]
  }

  /// How many installs, and whether they are split as meant.
  private var data: Phrase {
    let people = test.mainPanel.map { panel in panel.counts.reduce(0) { $0 + $1.n } } ?? 0
    let text: Phrase
    let day = test.day
    if let asOf = test.asOf, let day {
      let old = test.looks?.counts.last?.reduce(0) { $0 + $1.n } ?? people
      let all = test.assigned?.reduce(0, +) ?? old
      text = "\(grouped: old) of \(all, "install") are \(day, "day") old at \(String(describing: asOf))"
    } else {
      let day: Phrase? = day.map { " by day \($0)" }
      text = "\(grouped: people) \(test.mainPanel?.denominator.rawValue ?? "installs") counted\(day)"
    }
    guard let ratio = test.sampleRatio, let assigned = test.assigned else { return text + "." }
    let state =
      !ratio.mismatch ? "as meant" : test.withheld == .brokenSplit ? "broken" : "uneven over the whole test"
    let sizes: Phrase? =
      assigned.count > 8 ? nil : " \(assigned.map { "\(grouped: $0)" as Phrase }.inProse)"
    return
      "\(text); split\(sizes), \(state) (\(NoticeWords.chance(ratio.test.p)))."
  }

  /// The command that learns from a finished test that teaches something; `nil` for any other.
  private func lesson(_ file: String?) -> String? {
    guard let file, nothingToLearn == nil, case .choose? = advice.decided?.advice, test.looks == nil,
      !test.options.isRunning
    else { return nil }
    var command =
      "att-lab calibrate \(TerminalText.shellWord(file)) --update --file EXPERIMENT.yaml"
    if let asOf = test.asOf {
      // A date alone is shown as the end of its day.
      command += " --as-of \(asOf.isDateOnly ? String("\(asOf)".suffix(10)) : "\(asOf)")"
    }
    command += " --day \(test.day.map(String.init) ?? "DAY")"
    if let shares = test.options.allocation {
      let split = zip(test.arms, shares).map { "\($0)=\(SupportedDigits.exact($1))" }.joined(separator: ",")
      command += " --allocation \(TerminalText.shellWord(split))"
    }
    return command + " --out newer.yaml"
  }

  // MARK: - In full

  private var details: [[ReviewDocument.Block]] {
    var sections = test.panels.map { panel -> [ReviewDocument.Block] in
      let tables = AnalysisTables(analysis: test, panel: panel)
      // The first one's options stand above.
      let options: [ReviewDocument.Block] =
        panel.denominator == test.mainPanel?.denominator
        ? [] : [.table(tables.options(nil)), .line("", .plain)]
      let per = panel.denominator.words
      let heading: Phrase = "\(per.prefix(1).uppercased())\(per.dropFirst())\(test.byItsDay)"
      return [.heading(heading)] + options + [.table(tables.details)]
    }
    if !test.byDay.isEmpty {
      sections.append([
        .heading("Difference by day after the install, per install"), .table(table(test.byDay)),
      ])
    }
    if let looks = test.looks {
      sections.append([.heading("Interim looks, per install"), .table(table(looks))])
    }
    if !notes.isEmpty {
      sections.append([.title("Notes")] + notes.map { .item(NoticeWords(analysis: test).sentence($0)) })
    }
    return sections + [[.note(methods)]]
  }

  private var methods: Phrase {
    let level = Quantity.given(test.options.statistics.level.value, .share)
    var text: Phrase = "Methods. Rates have Wilson intervals at \(level). "
    let bases = Set(test.panels.flatMap(\.judgements).map(\.basis))
    if bases.contains(.miettinenNurminen) {
      text += "Differences have Miettinen–Nurminen score intervals and tests, ratios Koopman intervals"
      text += test.arms.count > 2 ? ", simultaneous by Dunnett's constant, as p-values are. " : ". "
    }
    if bases.contains(.clusterRobust) {
      text += "Over releases or languages differences are by CR2 with Satterthwaite's degrees of freedom. "
    }
    if bases.contains(.mantelHaenszel) {
      text +=
        "Within parts of the test differences are put together by Mantel and Haenszel, by Sato's variance. "
    }
    if !bases.isEmpty {
      let isApart = test.mainPanel?.restsOnParts ?? false
      text += "Chances and expected losses are of \(isApart ? "normal" : "Beta(0.5, 0.5)") posteriors. "
    }
    if test.looks != nil {
      text += "Looks: Lan–DeMets alpha spending of the O'Brien–Fleming type. "
    } else if test.options.isRunning {
      text += "At any look: asymptotic confidence sequence (Waudby-Smith et al.). "
    }
    if !test.guardrails.isEmpty {
      text +=
        test.isLookedAtAgain
        ? "A guardrail holds where its interval lies above its margin, and fails where it lies below. "
        : "A guardrail holds where the one-sided p of being worse by its margin is at most 10%, and fails from 90%. "
    }
    return text + "--format json has every number."
  }
}

extension AnalysedTest {
  /// ` by day 30`, as what comes later is not counted; empty for counts without a day.
  var byItsDay: String { day.map { " by day \($0)" } ?? "" }
}
