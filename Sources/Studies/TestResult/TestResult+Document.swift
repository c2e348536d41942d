import Inference
import TestAnalysis
import TestData
import TextFormats

extension TestResult: Encodable {
  /// What is decided, then a panel per denominator, what must not get worse, and how the data are.
  public func encode(to encoder: any Encoder) throws { try TestDocument(self).encode(to: encoder) }
}

/// A test as it is encoded; what cannot be had is null.
struct TestDocument: Encodable {
  let schema = "att-lab/analysis/1"
  var asOf: String?
  var day: Int?
  var rows: Int?
  var advice: AdviceRow
  var cautions: [CautionRow]
  var notes: [CautionRow]
  var perInstall: PanelRow?
  var perPrompted: PanelRow?
  var perAnswered: PanelRow?
  var guardrails: ByName<GuardrailRow>?
  var commonStratum: ByName<StratumBoundsRow>?
  var clusters: [ClusterRow]?
  var byDay: [DayRow]?
  var looks: ByName<[LookRow]>?
  var margin: Double
  var allocation: ByName<Double>
  var assigned: ByName<Int>?
  var excluded: ByName<ByName<Int>>?
  var findings: [FindingRow]?
  var verdictWithheld: String?
  var sampleRatio: SplitRow?

  init(_ result: TestResult) {
    let test = result.test
    switch test.material {
    case .counts: day = test.countedBy
    case .events(let asOf, let day, let rows):
      self.asOf = asOf.moment.description
      (self.day, self.rows) = (day, rows)
      excluded = test.byName { arm in
        ByName(
          DataFinding.Kind.allCases.filter(\.isExcluded).map { kind in
            (kind.name, test.findings.first { $0.finding.kind == kind }?.finding.byArm[arm] ?? 0)
          })
      }
      findings = test.findings.map { FindingRow($0, test) }
    }
    advice = AdviceRow(result)
    cautions = result.cautions.map { CautionRow($0, test) }
    notes = result.notes.map { CautionRow($0, test) }
    func panel(_ denominator: Denominator) -> PanelRow? {
      test.panels.first { $0.denominator == denominator }.map { PanelRow($0, test) }
    }
    (perInstall, perPrompted, perAnswered) = (panel(.installs), panel(.prompted), panel(.answered))
    if !test.guardrails.isEmpty {
      guardrails = ByName(
        test.guardrails.map { ($0.column.rawValue, GuardrailRow($0, result)) })
    }
    if !test.commonStratum.isEmpty {
      commonStratum = ByName(
        test.commonStratum.map {
          (
            test.arms[$0.arm],
            StratumBoundsRow(
              differenceBounds: [$0.bounds.lower, $0.bounds.upper], shareOfInstalls: $0.bounds.share)
          )
        })
    }
    if !test.clustered.isEmpty || !test.sharedClusters.isEmpty {
      clusters =
        test.sharedClusters.map { ClusterRow($0, test) } + test.clustered.map { ClusterRow($0, test) }
    }
    byDay = test.ladder?.rungs.map { DayRow($0, test) }
    looks = test.looks.map { looks in
      ByName(looks.readings.map { (test.arms[$0.arm], LookRow.rows($0, at: looks.moments)) })
    }
    margin = test.options.statistics.margin
    allocation = test.byName { test.share(of: $0) }
    assigned = test.assigned.map { assigned in test.byName { assigned[$0] } }
    verdictWithheld = test.withheld?.rawValue
    sampleRatio = test.sampleRatio.map { SplitRow($0, test) }
  }
}

extension AnalysedTest {
  /// A value for each option under its name.
  func byName<Value>(_ value: (Int) -> Value) -> ByName<Value> {
    ByName(arms.indices.map { (arms[$0], value($0)) })
  }

  /// The share of installs that an option was to have.
  func share(of arm: Int) -> Double {
    let shares = options.allocation ?? arms.map { _ in 1 }
    return shares[arm] / shares.reduce(0, +)
  }
}

extension ConfidenceInterval {
  var ends: [Double] { [lower, upper] }
}

/// What to do, on the test alone.
struct AdviceRow: Encodable {
  /// `choose`, `test` (go on, or read it again), or `none` with the reason.
  var kind: String
  var reason: String?
  var option: String?
  var because: String?
  var against: String?
  var meanwhile: String?
  var confidence: Confidence.Level?
  var chance: Double?
  /// Options whose choice gives up no more than the margin on average.
  var littleToLose: [String]?
  var goOnToInstalls: Int?
  var goOnIsPlanned: Bool?
  var readOnDay: Int?
  /// What the stopping rule of looks says; null for a test that is read once.
  var stoppingRule: String?
  var options: ByName<Standing>?
  let restsOn = "test"

  struct Standing: Encodable {
    var chanceBest: Double?
    var expectedLoss: Double?
  }

  init(_ result: TestResult) {
    let advice = result.advice
    kind = "none"
    reason = advice.withheld?.rawValue
    option = advice.decided?.advice.option
    switch advice.decided?.advice {
    case .choose(_, let ground)?:
      kind = "choose"
      because = ground.key
    case .test(_, let against, _, let meanwhile)?:
      kind = "test"
      self.against = against
      self.meanwhile = meanwhile
    case .blocked?, .sameToTheModel?, .moreTrials?, nil: break
    }
    confidence = advice.decided?.confidence?.level
    chance = advice.decided?.confidence?.chance.value
    littleToLose = advice.facts?.littleToLose.map(\.name)
    switch advice.goOn {
    case .installs(let installs, let isPlanned)?: (goOnToInstalls, goOnIsPlanned) = (installs, isPlanned)
    case .laterDay(let day)?: readOnDay = day
    case nil: break
    }
    stoppingRule =
      switch advice.facts?.stopping {
      case .shown?: "shown"
      case .goOn?: "go_on"
      case .ended?: "ended"
      case nil: nil
      }
    options = advice.facts.map { facts in
      ByName(
        facts.options.map {
          ($0.name, Standing(chanceBest: $0.chance?.value, expectedLoss: $0.loss?.value))
        })
    }
  }
}

/// What may change the advice, or explains the numbers.
struct CautionRow: Encodable {
  var code: String
  var options: [String]
  var guardrail: String?

  init(_ caution: TestCaution, _ test: AnalysedTest) {
    switch caution {
    case .broken(let found): self.init(code: "guardrail_fails", [found.option], found.column)
    case .open(let found): self.init(code: "guardrail_open", [found.option], found.column)
    case .notice(let notice): self.init(notice, test)
    }
  }

  init(_ notice: AnalysisNotice, _ test: AnalysedTest) {
    self.init(code: notice.code, notice.options.map { test.arms[$0] }, nil)
  }

  private init(code: String, _ options: [String], _ column: GuardrailColumn?) {
    self.code = code
    self.options = options
    guardrail = column?.rawValue
  }
}
