import ExperimentDesign
import PromptFlow
import Rendering
import RuleBook
import Studies

/// What Apple's rules say of the arms, what a reviewer would see, and what people are shown.
extension ReportOfRun {
  var rules: HTMLPage.Section {
    let forbidden = outline.arms.filter { !$0.isAllowedByApple }.map { Phrase.name($0.name) }
    var blocks: [ReviewDocument.Block] = [
      forbidden.isEmpty
        ? .text("No option breaks a rule of Apple's that would keep it out.")
        : .text(
          "Not allowed by Apple, and left out of the verdict unless asked for: "
            + "\(forbidden.joined(separator: ", ")).")
    ]
    if let platform = outline.platform {
      blocks += findings(platform)
      if !platform.visibilities.isEmpty {
        blocks.append(.table("Would the reviewer see the alert?", visibilities(platform.visibilities)))
      }
    } else {
      let reasons = outline.arms.flatMap { arm in
        arm.findings.map { "\(Phrase.name(arm.name)): not allowed (\($0.rule)): \($0.reason)" }
      }
      if !reasons.isEmpty { blocks.append(.list(reasons)) }
      blocks.append(.note("What else the platform's rules say was not recorded with this run."))
    }
    if let experiment = run.experiment {
      blocks.append(.table("What people are shown", texts(experiment)))
    } else {
      blocks.append(.note("The texts could not be read again by this version; they stand in the file below."))
    }
    return section("rules", "Platform checks", blocks)
  }

  private func findings(_ platform: PlatformDescription) -> [ReviewDocument.Block] {
    let found = platform.alike
    guard !found.isEmpty else { return [.text("Held against the platform's rules, nothing was found.")] }
    func column(_ heading: String, _ text: (DescribedFinding) -> String) -> TextTable.Column {
      .init(heading: [heading], cells: found.map { TerminalText.safe(text($0)) }, isNumeric: false)
    }
    return [
      .table(
        "Findings",
        TextTable(
          first: column("pitfall") { "\($0.pitfall) (\($0.rules.joined(separator: ", ")))" },
          columns: [
            column("it is", \.verdict),
            column("options") { $0.subject(outline.arms.map(\.name), most: 6) },
            column("what was found") { $0.what },
            column("fix") { finding in finding.waived.map { "waived: \($0)" } ?? finding.fix },
          ]))
    ]
  }

  private func visibilities(_ visibilities: [DescribedVisibility]) -> TextTable {
    func column(_ heading: String, _ text: (DescribedVisibility) -> String) -> TextTable.Column {
      .init(heading: [heading], cells: visibilities.map { TerminalText.safe(text($0)) }, isNumeric: false)
    }
    var columns = [column("a reviewer's first session") { $0.words }]
    if visibilities.contains(where: { $0.scenario != nil }) {
      columns.insert(
        column("under") { visibility in
          let names = visibility.names(in: outline)
          return [names.scenario, names.segment].compactMap { $0 }.joined(separator: ", ")
        }, at: 0)
    }
    return TextTable(first: column("option") { outline.arms[$0.arm].name }, columns: columns)
  }

  private func texts(_ experiment: Experiment) -> TextTable {
    func column(_ heading: String, _ text: (Arm) -> String) -> TextTable.Column {
      .init(
        heading: [heading], cells: experiment.arms.map { TerminalText.safe(text($0)) }, isNumeric: false)
    }
    var columns = [
      column("asks at") { askWords($0.strategy.trigger, eventKinds: experiment.eventKinds) },
      column("usage string") { "“\($0.usageString.text)”" },
    ]
    if experiment.arms.contains(where: { $0.prePrompt != nil }) {
      columns.append(
        column("pre-prompt") { arm in
          arm.prePrompt.map { "“\($0.title)” · “\($0.body)” · [\($0.button)]" } ?? "none"
        })
    }
    return TextTable(first: column("option") { $0.name }, columns: columns)
  }
}
