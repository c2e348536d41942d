/// One pass over the merged times of several groups: the scores of Gray's test and their covariance.
///
/// In the notation of Gray 1988, ρ = 0. Group k at a time has R risk, S⁻ undecided and F⁻ incidence just
/// before it, so h = R/S⁻ estimates how many would still be followed had nobody decided, and h(1 − F⁻) is
/// its subdistribution risk set. Under the hypothesis all groups share one incidence F with
/// dF = d/Σh for the d who decide this way. The score of group i is Σ (dᵢ − d·its share of the risk set).
///
/// As an integral of martingales, with a = diag(h) − hh'/Σh, c its integral against dF/(1 − F⁻) so far, and C
/// that integral over the whole time, the score's covariance is the sum over groups k and times of
/// - v (aₖ + w(Cₖ − cₖ))(…)' with w = 1 − (1 − F)/Sₖ and v = S⁻ d/(R Σh), for decisions this way;
/// - v (w(Cₖ − cₖ))(…)' with w = (1 − F)/Sₖ and v = (S⁻/R)² d, for those of group k the other way.
///
/// C is only known at the end. Both terms are linear in it, so what is carried is, per group, the moment
/// matrix of the vectors (aₖ − w cₖ, w), and C is put in last.
struct GrayAccumulation {
  private let groups: [DecisionTimes]
  private let decision: PermissionDecision
  private let count: Int
  /// Observed minus expected, by group.
  private(set) var scores: [Double]
  /// c, row by row: symmetric.
  private var integral: [[Double]]
  /// Per group, the moment matrix of (a − w c, w).
  private var moments: [[[Double]]]

  /// Where a group is on its way through time.
  private struct Progress {
    var next = 0
    var atRisk: Double
    var undecided = 1.0
    var incidence = 0.0

    /// R/S⁻, or 0 for a group without anybody at risk.
    var weight: Double { atRisk > 0 && undecided > 0 ? atRisk / undecided : 0 }
  }

  init(groups: [DecisionTimes], _ decision: PermissionDecision) {
    self.groups = groups
    self.decision = decision
    count = groups.count
    scores = groups.map { _ in 0 }
    integral = groups.map { _ in Array(repeating: 0, count: groups.count) }
    moments = groups.map { _ in
      Array(repeating: Array(repeating: 0, count: groups.count + 1), count: groups.count + 1)
    }
  }

  mutating func run() {
    var progress = groups.map { Progress(atRisk: Double($0.installs)) }
    var pooled = 0.0
    let nothing = groups.map { _ in 0.0 }
    while let time = nextTime(progress) {
      let here = groups.indices.map { group -> DecisionTimes.Moment? in
        let next = progress[group].next
        guard next < groups[group].moments.count else { return nil }
        let moment = groups[group].moments[next]
        return moment.time == time ? moment : nil
      }
      let thisWay = here.map { $0.map { Double(decision == .allowed ? $0.allowed : $0.denied) } ?? 0 }
      let otherWay = here.map { $0.map { Double(decision == .allowed ? $0.denied : $0.allowed) } ?? 0 }
      let before = progress
      for group in groups.indices {
        guard let moment = here[group] else { continue }
        let n = progress[group].atRisk
        progress[group].incidence += progress[group].undecided * thisWay[group] / n
        progress[group].undecided *= 1 - (thisWay[group] + otherWay[group]) / n
        progress[group].atRisk -= Double(moment.leaving)
        progress[group].next += 1
      }
      let deciding = thisWay.reduce(0, +)
      guard deciding + otherWay.reduce(0, +) > 0 else { continue }
      let weights = before.map(\.weight)
      let total = weights.reduce(0, +)
      let pooledBefore = pooled
      pooled += deciding / total
      if deciding > 0 {
        score(thisWay, deciding, before, weights)
        integrate(weights, total, step: deciding / (total * (1 - pooledBefore)))
      }
      for group in groups.indices where before[group].atRisk > 0 {
        let undecided = progress[group].undecided
        if deciding > 0 {
          let share = undecided > 0 ? 1 - (1 - pooled) / undecided : 1
          let tie = tieFactor(deciding, among: total * before[group].undecided)
          add(
            to: group, own: column(group, weights, total), share: share,
            variance: tie * before[group].undecided * deciding / (total * before[group].atRisk))
        }
        if otherWay[group] > 0, undecided > 0 {
          let ratio = before[group].undecided / before[group].atRisk
          let tie = tieFactor(otherWay[group], among: before[group].atRisk)
          add(
            to: group, own: nothing, share: (1 - pooled) / undecided,
            variance: tie * ratio * ratio * otherWay[group])
        }
      }
    }
  }

  /// The covariance of the scores, with the whole integral put in.
  func covariance() -> [[Double]] {
    var result = groups.map { _ in Array(repeating: 0.0, count: count) }
    for group in groups.indices {
      let matrix = moments[group]
      for i in 0..<count {
        for j in 0..<count {
          let (ci, cj) = (integral[i][group], integral[j][group])
          result[i][j] +=
            matrix[i][j] + ci * matrix[count][j] + cj * matrix[i][count] + ci * cj * matrix[count][count]
        }
      }
    }
    return result
  }

  private func nextTime(_ progress: [Progress]) -> Double? {
    var earliest: Double?
    for group in groups.indices where progress[group].next < groups[group].moments.count {
      let time = groups[group].moments[progress[group].next].time
      earliest = min(earliest ?? time, time)
    }
    return earliest
  }

  private mutating func score(
    _ thisWay: [Double], _ deciding: Double, _ before: [Progress], _ weights: [Double]
  ) {
    let riskSets = groups.indices.map { weights[$0] * (1 - before[$0].incidence) }
    let total = riskSets.reduce(0, +)
    for group in groups.indices { scores[group] += thisWay[group] - deciding * riskSets[group] / total }
  }

  private mutating func integrate(_ weights: [Double], _ total: Double, step: Double) {
    for group in groups.indices {
      let own = column(group, weights, total)
      for row in groups.indices { integral[row][group] += own[row] * step }
    }
  }

  /// The group's column of a: aᵢₖ = hᵢ (i = k) − hᵢ hₖ/Σh.
  private func column(_ group: Int, _ weights: [Double], _ total: Double) -> [Double] {
    groups.indices.map { row in
      (row == group ? weights[row] : 0) - weights[row] * weights[group] / total
    }
  }

  /// The variance of the number drawn without replacement, over that with.
  ///
  /// Where more decide at once than the group stands for, cmprsk's factor falls below 0, and a variance with
  /// it; here it ends at 0. That takes a handful of installs with ties.
  private func tieFactor(_ deciding: Double, among: Double) -> Double {
    deciding > 1 && among > 1 ? max(0, 1 - (deciding - 1) / (among - 1)) : 1
  }

  /// Adds one vector (a − w c, w) to a group's moments.
  private mutating func add(to group: Int, own: [Double], share: Double, variance: Double) {
    var vector = groups.indices.map { own[$0] - share * integral[$0][group] }
    vector.append(share)
    for i in 0...count {
      for j in 0...count { moments[group][i][j] += variance * vector[i] * vector[j] }
    }
  }
}
