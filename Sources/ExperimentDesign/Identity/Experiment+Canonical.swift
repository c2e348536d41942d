import PromptFlow

extension Experiment: CanonicallyEncoded {
  /// What the experiment means: everything that a run of it computes or shows.
  ///
  /// The seed is left out, since the run that is made of it has one of its own, and so is
  /// what the rules say of an arm, since it follows from the arm's strategy. Whose a number is changes no trial.
  public var canonical: CanonicalValue {
    .object([
      "experiment": .text(name),
      "question": question.canonical,
      "trials": .integer(trials),
      "installs": .integer(installs),
      "horizon_days": .number(horizonDays),
      "baseline": .text(baseline),
      "objective": objective.canonical,
      "event_kinds": .list(eventKinds.map(CanonicalValue.text)),
      "scenarios": scenarios.canonical,
      "arms": arms.canonical,
      "joints": joints.canonical,
      "evidence": .object(evidence.mapValues(\.canonical)),
      "sampling": .text(sampling.rawValue),
    ])
  }
}

extension Objective: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .list(terms.map { .object(["metric": .text($0.metric.rawValue), "weight": .number($0.weight)]) })
  }
}

extension Scenario: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object(["name": .text(name), "segments": segments.canonical])
  }
}

extension Arm: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "name": .text(name),
      "strategy": strategy.canonical,
      "delay_seconds": delaySeconds.canonical,
      "usage_string": usageString.canonical,
      "pre_prompt": prePrompt.canonical,
      "swept": swept.canonical,
      "surroundings": .list(surroundings.map(\.canonical)),
    ])
  }
}

extension SweptValue: CanonicallyEncoded {
  var canonical: CanonicalValue { .object(["path": .text(path), "value": .text(value)]) }
}

extension UsageString: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object(["name": .text(name), "text": .text(text), "odds_ratio": oddsRatio.canonical])
  }
}

extension PrePrompt: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "name": .text(name),
      "title": .text(title),
      "body": .text(body),
      "button": .text(button),
      "policy": policy.canonical,
      "read_seconds": readSeconds.canonical,
      "continue_odds_ratio": continueOddsRatio.canonical,
      "allow_odds_ratio": allowOddsRatio.canonical,
    ])
  }
}

extension Evidence: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "grade": grade.canonical,
      "source": source.canonical,
      "date": date.canonical,
      "denominator": denominator.canonical,
    ])
  }
}

extension Evidence.Grade: CanonicallyEncoded {
  var canonical: CanonicalValue {
    switch self {
    case .measured: .text("measured")
    case .published: .text("published")
    case .assumed: .text("assumed")
    }
  }
}
