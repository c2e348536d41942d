import Inference
import TestAnalysis
import TestData
import TextFormats

/// What must not get worse.
struct GuardrailRow: Encodable {
  var margin: Double
  var marginIsRelative: Bool
  var marginInUnits: Double?
  var atAge: Int?
  var comparisonConfidence: Double
  var winsorised: WinsorisedRow?
  var arms: ByName<ArmRow>
  var comparisons: ByName<ComparisonRow>
  var dependenceOnArm: ChiSquareRow?

  struct WinsorisedRow: Encodable {
    let quantile = Winsorising.quantile
    var lower: Double
    var upper: Double
  }

  struct ArmRow: Encodable {
    var n: Int
    var unknown: Int
    var tooYoung: Int
    var x: Int?
    var mean: Double?
  }

  struct ComparisonRow: Encodable {
    /// `holds`, `fails` or `open`, by the chance of holding.
    var state: String?
    var chanceOfHolding: Double?
    /// Installs of each option with which one that is no worse is likely to hold; null where it is not open.
    var installsNeeded: Int?
    var finding: String?
    var estimate: Double?
    var method: String?
    var within: String?
    var ci: [Double]?
    var pNotWorse: Double?
  }

  init(_ guardrail: Guardrail, _ result: TestResult) {
    let test = result.test
    margin = guardrail.margin.amount
    marginIsRelative = guardrail.margin.isRelative
    marginInUnits = guardrail.marginInUnits
    atAge = guardrail.age
    comparisonConfidence = guardrail.level.value
    winsorised = guardrail.winsorising.map { WinsorisedRow(lower: $0.lower, upper: $0.upper) }
    arms = test.byName { position in
      let arm = guardrail.arms[position]
      return ArmRow(
        n: arm.installs, unknown: arm.unknown, tooYoung: arm.young, x: arm.retained, mean: arm.mean)
    }
    comparisons = ByName(
      guardrail.comparisons.map { comparison in
        let name = test.arms[comparison.arm]
        let reading = result.advice.guardrails.first {
          $0.column == guardrail.column && $0.option == name
        }
        return (
          name,
          ComparisonRow(
            state: reading?.state.rawValue, chanceOfHolding: reading?.chance,
            installsNeeded: reading?.installsNeeded, finding: comparison.finding?.rawValue,
            estimate: comparison.difference, method: comparison.method?.rawValue,
            within: comparison.within?.rawValue, ci: comparison.interval?.ends,
            pNotWorse: comparison.p?.value)
        )
      })
    dependenceOnArm = ChiSquareRow(guardrail.dependence)
  }
}

/// Bounds per prompted among those whom both options would prompt.
struct StratumBoundsRow: Encodable {
  var differenceBounds: [Double]
  var shareOfInstalls: Double
}

/// An option that has no release or language in common with the baseline, or only some of them.
struct ClusterRow: Encodable {
  var by: String
  var arm: String
  var status: String
  var within: String?
  var shared: Int?
  var of: Int?
  var leftOut: Double?
  var difference: Double?
  var clusters: [Int]?
  var cr2: ContrastRow?

  struct ContrastRow: Encodable {
    var ci: [Double]?
    var degreesOfFreedom: Double
    var p: Double?
  }

  init(_ shared: SharedClusters, _ test: AnalysedTest) {
    by = shared.kind.rawValue
    arm = test.arms[shared.arm]
    status = "shared_in_part"
    within = shared.within.rawValue
    (self.shared, of, leftOut) = (shared.clusters.count, shared.count, shared.leftOut)
  }

  init(_ compared: ClusteredComparison, _ test: AnalysedTest) {
    by = compared.kind.rawValue
    arm = test.arms[compared.arm]
    switch compared.comparison {
    case .noInstalls: status = "no_installs"
    case .confounded(let difference, let inArm, let inBaseline):
      status = "confounded"
      (self.difference, clusters) = (difference, [inArm, inBaseline])
    case .contrast(let contrast):
      status = compared.isInSequence == true ? "in_sequence" : "compared"
      (difference, clusters) = (contrast.difference, [contrast.clustersInArm, contrast.clustersInBaseline])
      cr2 = ContrastRow(
        ci: (try? contrast.interval(test.options.statistics.level))?.ends,
        degreesOfFreedom: contrast.degreesOfFreedom, p: (try? contrast.pValue())?.value)
    }
  }
}

/// The differences at one day after the install.
struct DayRow: Encodable {
  var day: Int
  var differences: ByName<DifferenceRow>

  struct DifferenceRow: Encodable {
    var estimate: Double?
    var ci: [Double]?
    var installs: Int
    var baselineInstalls: Int
  }

  init(_ rung: DayLadder.Rung, _ test: AnalysedTest) {
    day = rung.day
    let baseline = rung.counts[test.baseline]
    let others = test.arms.indices.filter { $0 != test.baseline }
    differences = ByName(
      zip(others, rung.intervals).map { arm, interval in
        let own = rung.counts[arm]
        return (
          test.arms[arm],
          DifferenceRow(
            estimate: own.rate.flatMap { rate in baseline.rate.map { rate - $0 } }, ci: interval?.ends,
            installs: own.n, baselineInstalls: baseline.n)
        )
      })
  }
}

/// A look at a running test.
struct LookRow: Encodable {
  var asOf: String
  var fraction: Double
  var score: Double?
  var bound: Double?
  var ci: [Double]?
  var stops: Bool

  static func rows(_ reading: InterimLooks.Reading, at moments: [AsOf]) -> [LookRow] {
    zip(moments, reading.sequential?.looks ?? []).map { moment, look in
      LookRow(
        asOf: moment.moment.description, fraction: look.fraction, score: look.score, bound: look.bound,
        ci: look.interval?.ends, stops: look.crosses)
    }
  }
}

/// Something found in the rows.
struct FindingRow: Encodable {
  var kind: String
  var installs: ByName<Int>
  var isExcluded: Bool
  var isDoubtful: Bool
  var dependenceOnArm: ChiSquareRow?
  var lines: [Int]

  init(_ found: TestedFinding, _ test: AnalysedTest) {
    kind = found.finding.kind.name
    installs = test.byName { found.finding.byArm[$0] }
    isExcluded = found.finding.kind.isExcluded
    isDoubtful = found.finding.kind.isDoubtful
    dependenceOnArm = ChiSquareRow(found.dependence)
    lines = found.finding.firstLines
  }
}

/// Whether installs are split as meant.
struct SplitRow: Encodable {
  var statistic: Double?
  var p: Double
  var mismatch: Bool
  var isSequential: Bool
  var expected: ByName<Double>

  init(_ ratio: SampleRatio, _ test: AnalysedTest) {
    (statistic, p) = (ratio.test.statistic, ratio.test.p.value)
    (mismatch, isSequential) = (ratio.mismatch, ratio.isSequential)
    expected = test.byName { ratio.expected[$0] }
  }
}
