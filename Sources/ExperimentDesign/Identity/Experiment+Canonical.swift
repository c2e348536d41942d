import PromptFlow
import TextFormats

// A run is found again by the hash of its experiment in one form, in which equal meanings have equal texts. So the words
// in it are those of experiment files or are written here, and none is the name of a type, a property or a case.

extension Experiment {
  /// What the experiment means: everything that a run of it computes or shows.
  ///
  /// The seed is left out, since the run that is made of it has one of its own, and so is
  /// what the rules say of an arm, since it follows from the arm's strategy. Whose a number is changes no trial.
  public var canonicalText: String { canonical.text(.canonical) }

  private var canonical: JSONValue {
    .sorted([
      "experiment": .text(name),
      "question": .optional(question),
      "trials": .count(trials),
      "installs": .count(installs),
      "horizon_days": .exact(horizonDays),
      "baseline": .text(baseline),
      "objective": .list(
        objective.terms.map { .sorted(["metric": .text($0.metric.rawValue), "weight": .exact($0.weight)]) }),
      "event_kinds": .texts(eventKinds),
      "scenarios": .list(
        scenarios.map { .sorted(["name": .text($0.name), "segments": .list($0.segments.map(\.canonical))]) }),
      "arms": .list(arms.map(\.canonical)),
      "joints": .list(joints.map(\.canonical)),
      "evidence": .sorted(evidence.mapValues(\.canonical)),
      "sampling": .text(sampling.rawValue),
    ])
  }
}

extension JSONValue {
  /// An object whose keys stand in the order of their UTF-8 bytes.
  fileprivate static func sorted(_ members: [String: JSONValue]) -> JSONValue {
    .object(
      members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { (key: $0.key, value: $0.value) })
  }

  /// The same of an owner's numbers and what else it has.
  fileprivate static func sorted(_ numbers: Numbers, and others: [String: JSONValue]) -> JSONValue {
    .sorted(numbers.canonical.merging(others) { $1 })
  }

  /// A number with the fewest digits that read back as the same bits.
  ///
  /// Minus zero means zero; an infinity is a bound that is not there.
  fileprivate static func exact(_ number: Double) -> JSONValue {
    number == 0
      ? .number(0) : number.isFinite ? .number(number) : .text(number > 0 ? "infinity" : "-infinity")
  }

  fileprivate static func exact(_ numbers: [Double]) -> JSONValue { .list(numbers.map { .exact($0) }) }

  fileprivate static func optional(_ numbers: Numbers?) -> JSONValue {
    numbers.map { .sorted($0.canonical) } ?? .null
  }
}

// MARK: Numbers

extension Numbers {
  /// Each by the keys of its path, sections as objects.
  fileprivate var canonical: [String: JSONValue] {
    func members(_ numbers: [(keys: ArraySlice<Substring>, value: JSONValue)]) -> [String: JSONValue] {
      Dictionary(grouping: numbers) { String($0.keys.first ?? "") }.mapValues { below in
        below[0].keys.count == 1
          ? below[0].value : .sorted(members(below.map { ($0.keys.dropFirst(), $0.value) }))
      }
    }
    return members(all.map { ($0.row.key.split(separator: ".")[...], self[$0].canonical) })
  }
}

extension Parameter {
  fileprivate var canonical: JSONValue {
    .sorted(["path": .text(path), "distribution": distribution.canonical, "range": range.canonical])
  }
}

extension Distribution {
  fileprivate var canonical: JSONValue {
    switch self {
    case .constant(let value): ["constant": .exact([value])]
    case .normal(let mean, let sd): ["normal": .exact([mean, sd])]
    case .lognormal(let median, let sigma): ["lognormal": .exact([median, sigma])]
    case .beta(let a, let b): ["beta": .exact([a, b])]
    case .uniform(let low, let high): ["uniform": .exact([low, high])]
    case .triangular(let low, let mode, let high): ["triangular": .exact([low, mode, high])]
    case .joint(let path, let member): ["joint": [.text(path), .count(member)]]
    }
  }
}

extension LegalRange {
  fileprivate var canonical: JSONValue {
    .sorted([
      "low": .exact(low), "high": .exact(high), "includes_low": .flag(includesLow),
      "includes_high": .flag(includesHigh),
    ])
  }
}

extension JointDistribution {
  fileprivate var canonical: JSONValue {
    .sorted([
      "path": .text(path),
      "paths": .texts(paths),
      "scales": .texts(scales.map(\.rawValue)),
      "ranges": .list(ranges.map(\.canonical)),
      "mean": .exact(mean),
      "factor": .list(factor.map { .exact($0) }),
    ])
  }
}

extension Evidence {
  fileprivate var canonical: JSONValue {
    .sorted([
      "grade": .text(grade.rawValue),
      "source": .optional(source),
      "date": .optional(date),
      "denominator": .optional(denominator),
    ])
  }
}

// MARK: The population

extension Segment {
  fileprivate var canonical: JSONValue {
    var people = numbers.canonical
    people["activation"] = people.removeValue(forKey: "activation_seconds")
    if case .object(let device)? = people.removeValue(forKey: "device") {
      for (key, value) in device { people[key] = value }
    }
    return .sorted(
      people.merging([
        "name": .text(name),
        "share": .exact(share),
        "system_shares": .exact(systemShares),
        "visits": visits.canonical,
        "onboarding": .optional(onboarding),
        "events": .list(events.map { .sorted($0.numbers, and: ["kind": .count($0.kind.rawValue)]) }),
        "continuing": .optional(continuing),
        "value": value.map { .sorted($0.numbers, and: ["currency": .text($0.currency)]) } ?? .null,
        "surroundings": surroundings.canonical,
      ]) { $1 })
  }
}

extension VisitModel {
  fileprivate var canonical: JSONValue {
    let rate: JSONValue =
      switch self.rate {
      case .constant(let rate): ["constant": rate.canonical]
      case .gamma(let shape, let rate): ["rate": rate.canonical, "shape": shape.canonical]
      }
    let leaving: JSONValue =
      switch self.leaving {
      case .constant(let share): ["constant": share.canonical]
      case .beta(let a, let b): ["a": a.canonical, "b": b.canonical]
      }
    return .sorted(["rate": rate, "leaving": leaving, "fitted_to": fittedTo?.canonical ?? .null])
  }
}

extension RetentionFigures {
  fileprivate var canonical: JSONValue {
    var members: [String: JSONValue] = [
      "d7": .null, "d30": .null, "sessions_per_active_day": .null, "never_back": .null,
      "installs": .optional(installs),
    ]
    for (key, value) in values { members[key] = .exact(value) }
    return .sorted(members)
  }
}

extension Surroundings {
  fileprivate var canonical: JSONValue {
    .sorted([
      "alerts": .list(
        alerts.map {
          .sorted(
            $0.numbers,
            and: ["name": .text($0.name), "id": .count(Int($0.id)), "moment": $0.moment.canonical])
        }),
      "attribution": attribution.map { .sorted($0.numbers, and: $0.choices) } ?? .null,
      "consent": consent.map { .sorted($0.numbers, and: $0.choices) } ?? .null,
    ])
  }
}

// MARK: Options

extension Arm {
  fileprivate var canonical: JSONValue {
    .sorted(
      numbers,
      and: [
        "name": .text(name),
        "strategy": .sorted(
          strategy.choices.merging([
            "trigger": strategy.trigger.canonical,
            "pre_prompt": strategy.prePrompt?.canonical ?? .null,
          ]) { $1 }),
        "usage_string": .sorted(
          usageString.numbers, and: ["name": .text(usageString.name), "text": .text(usageString.text)]),
        "pre_prompt": prePrompt?.canonical ?? .null,
        "swept": .list(swept.map { ["path": .text($0.path), "value": .text($0.value)] }),
        "surroundings": .list(surroundings.map { .list($0.map(\.canonical)) }),
      ])
  }
}

extension PrePrompt {
  fileprivate var canonical: JSONValue {
    .sorted(
      numbers,
      and: [
        "name": .text(name), "title": .text(title), "body": .text(body), "button": .text(button),
        "policy": policy.canonical,
      ])
  }
}

extension PrePromptPolicy {
  fileprivate var canonical: JSONValue {
    .sorted([
      "dismissible": .flag(isDismissible),
      "cooldown_sessions": .count(cooldownSessions),
      "maximum_shows": .optional(maximumShows),
    ])
  }
}

extension AskTrigger {
  fileprivate var canonical: JSONValue {
    switch self {
    case .launch: "launch"
    case .onboarding: "onboarding"
    case .event(let kind, let count): ["count": .count(count), "event": .count(kind.rawValue)]
    case .session(let number): ["session": .count(number)]
    }
  }
}
