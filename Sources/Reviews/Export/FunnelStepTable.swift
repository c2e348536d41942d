import ExperimentDesign
import Inference
public import Rendering
public import Studies
import TextFormats

/// Where an arm loses installs and requests: one row per scenario, arm and step (`Data/README.md`).
public enum FunnelStepTable {
  private struct Step {
    let part: String
    let name: String
    let perInstall: MonteCarloMean
  }

  /// The table of a run.
  public static func document(_ funnel: Funnel, of outline: RunOutline) -> CSVDocument {
    typealias Row = (arm: ArmOfScenario, step: Step)
    let rows: [Row] = ArmOfScenario.all(of: outline).flatMap { arm in
      steps(of: funnel.scenarios[arm.scenario][arm.position]).map { (arm, $0) }
    }
    return RecordTable(
      fields: RecordField.arms.of { $0.arm } + [
        .init("part") { .text($0.step.part) }, .init("step") { .text($0.step.name) },
        .init("per_install") { .number($0.step.perInstall.mean) },
        .init("mcse") { .optional($0.step.perInstall.mcse) },
        .init("trials") { .count($0.step.perInstall.count) },
      ],
      rows: rows
    ).csv
  }

  private static func steps(of way: Funnel.Arm) -> [Step] {
    let devices = [
      ("restricted", way.restricted), ("switched_off", way.switchedOff), ("older_system", way.olderSystem),
    ]
    return way.stages.map { Step(part: "stage", name: $0.stage.rawValue, perInstall: $0.share) }
      + devices.compactMap { name, mean in mean.map { Step(part: "device", name: name, perInstall: $0) } }
      + (way.requests.map { [Step(part: "request", name: "made", perInstall: $0)] } ?? [])
      + way.lost.map { Step(part: "request", name: $0.cause.rawValue, perInstall: $0.perInstall) }
  }
}
