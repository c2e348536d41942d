import Inference
import TestAnalysis
import TestData
public import TextFormats

extension TestResult {
  /// All of it, schema `att-lab/analysis/1`: what is decided, then a panel per denominator, what must not get worse, and
  /// how the data are.
  ///
  /// What cannot be had is null.
  public var json: JSONValue {
    var (asOf, day, rows): (AsOf?, Int?, Int?) = (nil, test.countedBy, nil)
    var (excluded, findings): (JSONValue, JSONValue) = (.null, .null)
    if case .events(let moment, let read, let count) = test.material {
      (asOf, day, rows) = (moment, read, count)
      excluded = test.byName { arm in
        .object(
          DataFinding.Kind.allCases.filter(\.isExcluded).map { kind in
            (kind.rawValue, .count(test.findings.first { $0.finding.kind == kind }?.finding.byArm[arm] ?? 0))
          })
      }
      findings = .list(test.findings.map { $0.json(test) })
    }
    func panel(_ denominator: Denominator) -> JSONValue {
      test.panels.first { $0.denominator == denominator }?.json(test) ?? .null
    }
    /// Null where there are none.
    func named<Part>(_ parts: [Part], _ member: (Part) -> (key: String, value: JSONValue)) -> JSONValue {
      parts.isEmpty ? .null : .object(parts.map(member))
    }
    let clusters = test.sharedClusters.map { $0.json(test) } + test.clustered.map { $0.json(test) }
    let looks = test.looks.map { looks in
      test.byName(looks.readings, \.arm) { $0.json(at: looks.moments) }
    }
    let days = test.ladder.map { ladder in JSONValue.list(ladder.rungs.map { $0.json(test) }) }
    let assigned = test.assigned.map { assigned in test.byName { .count(assigned[$0]) } }
    return [
      "schema": "att-lab/analysis/1", "as_of": .optional(asOf?.moment.description), "day": .optional(day),
      "rows": .optional(rows), "advice": advice.json, "cautions": .list(cautions.map { $0.json(test) }),
      "notes": .list(notes.map { $0.json(test) }), "per_install": panel(.installs),
      "per_prompted": panel(.prompted), "per_answered": panel(.answered),
      "guardrails": named(test.guardrails) { ($0.column.rawValue, $0.json(self)) },
      "common_stratum": named(test.commonStratum) { (test.arms[$0.arm], $0.bounds.json) },
      "clusters": clusters.isEmpty ? .null : .list(clusters),
      "by_day": days ?? .null, "looks": looks ?? .null,
      "margin": .number(test.options.statistics.margin),
      "allocation": test.byName { .number(test.share(of: $0)) },
      "assigned": assigned ?? .null,
      "excluded": excluded, "findings": findings, "verdict_withheld": .optional(test.withheld?.rawValue),
      "sample_ratio": test.sampleRatio?.json(test) ?? .null,
    ]
  }
}

extension AnalysedTest {
  /// A value for each option under its name.
  func byName(_ value: (Int) -> JSONValue) -> JSONValue {
    .object(arms.indices.map { (arms[$0], value($0)) })
  }

  /// A value for some of the options, such as those that are compared with the baseline.
  func byName<Part>(_ parts: [Part], _ arm: (Part) -> Int, _ value: (Part) -> JSONValue) -> JSONValue {
    .object(parts.map { (arms[arm($0)], value($0)) })
  }

  /// The share of installs that an option was to have.
  func share(of arm: Int) -> Double {
    let shares = options.allocation ?? arms.map { _ in 1 }
    return shares[arm] / shares.reduce(0, +)
  }
}

extension TestAdvice {
  /// `choose`, `test` (go on, or read it again), or `none` with the reason in ``withheld``.
  var kind: String {
    switch decided?.advice {
    case .choose?: "choose"
    case .test?: "test"
    case .blocked?, .sameToTheModel?, .moreTrials?, .moreInstalls?, nil: "none"
    }
  }

  /// The option that it names.
  var option: String? { decided?.advice.option }

  /// What to do, on the test alone.
  fileprivate var json: JSONValue {
    var (because, against, meanwhile): (String?, String?, String?) = (nil, nil, nil)
    switch decided?.advice {
    case .choose(_, let ground)?: because = ground.key
    case .test(_, let rival, _, let until)?: (against, meanwhile) = (rival, until)
    case .blocked?, .sameToTheModel?, .moreTrials?, .moreInstalls?, nil: break
    }
    var (installs, isPlanned, laterDay): (Int?, Bool?, Int?) = (nil, nil, nil)
    switch goOn {
    case .installs(let until, let planned)?: (installs, isPlanned) = (until, planned)
    case .laterDay(let day)?: laterDay = day
    case nil: break
    }
    let stopping: String? =
      switch facts?.stopping {
      case .shown?: "shown"
      case .goOn?: "go_on"
      case .ended?: "ended"
      case nil: nil
      }
    let options = facts.map { facts in
      JSONValue.object(
        facts.options.map {
          ($0.name, ["chance_best": .optional($0.chance?.value), "expected_loss": .optional($0.loss?.value)])
        })
    }
    return [
      "kind": .text(kind), "reason": .optional(withheld?.rawValue), "option": .optional(option),
      "because": .optional(because), "against": .optional(against), "meanwhile": .optional(meanwhile),
      "confidence": .optional(decided?.confidence?.level.rawValue),
      "chance": .optional(decided?.confidence?.chance.value),
      // Options whose choice gives up no more than the margin on average.
      "little_to_lose": facts.map { .texts($0.littleToLose.map(\.name)) } ?? .null,
      "go_on_to_installs": .optional(installs), "go_on_is_planned": isPlanned.map { .flag($0) } ?? .null,
      "read_on_day": .optional(laterDay),
      // What the rule of looks says; null for a test that is read once.
      "stopping_rule": .optional(stopping),
      "options": options ?? .null, "rests_on": "test",
    ]
  }
}

extension TestCaution {
  /// What may change the advice.
  fileprivate func json(_ test: AnalysedTest) -> JSONValue {
    func of(_ code: String, _ found: TestGuardrail) -> JSONValue {
      ["code": .text(code), "options": .texts([found.option]), "guardrail": .text(found.column.rawValue)]
    }
    return switch self {
    case .broken(let found): of("guardrail_fails", found)
    case .open(let found): of("guardrail_open", found)
    case .notice(let notice): notice.json(test)
    }
  }
}

extension AnalysisNotice {
  /// What explains the numbers.
  fileprivate func json(_ test: AnalysedTest) -> JSONValue {
    ["code": .text(code), "options": .texts(options.map { test.arms[$0] }), "guardrail": .null]
  }
}
