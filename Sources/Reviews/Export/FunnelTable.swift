import ExperimentDesign
import Inference
public import Rendering
public import Studies

/// Where an arm loses installs and requests: one row per scenario, arm and step (`Data/README.md`).
public enum FunnelTable {
  /// The names of the columns.
  public static let header = [
    "run", "experiment", "scenario", "arm", "allowed_by_apple", "part", "step", "per_install", "mcse",
    "trials",
  ]

  /// The table of a run.
  public static func document(_ funnel: Funnel, of outline: RunOutline) -> CSVDocument {
    var rows: [[CSVDocument.Cell]] = []
    for (scenario, arms) in zip(outline.scenarios, funnel.scenarios) {
      for (arm, way) in zip(outline.arms, arms) {
        let leading: [CSVDocument.Cell] = [
          .text(outline.run), .text(outline.experiment), .text(scenario.name), .text(arm.name),
          .flag(arm.isAllowedByApple),
        ]
        rows += steps(of: way).map { part, step, mean in
          leading + [
            .text(part), .text(step), .number(mean.mean), .optional(mean.mcse), .integer(mean.count),
          ]
        }
      }
    }
    return CSVDocument(header: header, rows: rows)
  }

  private static func steps(
    of way: Funnel.Arm
  ) -> [(part: String, step: String, mean: MonteCarloMean)] {
    let devices = [
      ("restricted", way.restricted), ("switched_off", way.switchedOff), ("older_system", way.olderSystem),
    ]
    return way.stages.map { ("stage", $0.stage.rawValue, $0.share) }
      + devices.compactMap { name, mean in mean.map { ("device", name, $0) } }
      + (way.requests.map { [("request", "made", $0)] } ?? [])
      + way.lost.map { ("request", $0.cause.rawValue, $0.perInstall) }
  }
}
