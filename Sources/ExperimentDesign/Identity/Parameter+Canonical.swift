extension Parameter: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object(["path": .text(path), "distribution": distribution.canonical, "range": range.canonical])
  }
}

extension Distribution: CanonicallyEncoded {
  var canonical: CanonicalValue {
    switch self {
    case .constant(let value): Self.numbers("constant", [value])
    case .normal(let mean, let sd): Self.numbers("normal", [mean, sd])
    case .lognormal(let median, let sigma): Self.numbers("lognormal", [median, sigma])
    case .beta(let a, let b): Self.numbers("beta", [a, b])
    case .uniform(let low, let high): Self.numbers("uniform", [low, high])
    case .triangular(let low, let mode, let high): Self.numbers("triangular", [low, mode, high])
    case .joint(let path, let member): .object(["joint": .list([.text(path), .integer(member)])])
    }
  }

  private static func numbers(_ name: String, _ numbers: [Double]) -> CanonicalValue {
    .object([name: .list(numbers.map(CanonicalValue.number))])
  }
}

extension LegalRange: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "low": .number(low), "high": .number(high), "includes_low": .flag(includesLow),
      "includes_high": .flag(includesHigh),
    ])
  }
}

extension JointDistribution: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object([
      "path": .text(path),
      "paths": .list(paths.map(CanonicalValue.text)),
      "scales": scales.canonical,
      "ranges": ranges.canonical,
      "mean": .list(mean.map(CanonicalValue.number)),
      "factor": .list(factor.map { .list($0.map(CanonicalValue.number)) }),
    ])
  }
}

extension JointDistribution.Scale: CanonicallyEncoded {
  var canonical: CanonicalValue {
    switch self {
    case .identity: .text("identity")
    case .log: .text("log")
    case .logit: .text("logit")
    }
  }
}

extension LogNormalSeconds: CanonicallyEncoded {
  var canonical: CanonicalValue {
    .object(["median": median.canonical, "sigma": sigma.canonical])
  }
}
