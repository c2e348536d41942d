import GSLNumerics
import Inference
import TestData

/// The parts of a test within which a guardrail is compared: dates, and releases or languages that carry both arms.
struct GuardedParts {
  private let within: ComparedWithin
  private let clusters: Set<Int>

  /// - Parameter shared: the clusters that carry both arms, where arms are compared within such.
  init(_ within: ComparedWithin, shared: SharedClusters?) {
    self.within = within
    clusters = Set(shared?.clusters ?? [])
  }

  /// The column that the parts are of; `nil` for dates alone.
  var column: ClusterColumn? {
    switch within {
    case .days, .segments: nil
    case .releases, .releasesAndDays: .release
    case .languages, .languagesAndDays: .language
    }
  }

  /// The part of an install of this cluster and date; `nil` where it is in none.
  func key(cluster: Int?, day: Int?) -> ClusterDayKey? {
    switch within {
    case .days, .segments: return day.map { ClusterDayKey(cluster: 0, day: $0) }
    case .releases, .languages:
      return cluster.flatMap { clusters.contains($0) ? ClusterDayKey(cluster: $0, day: 0) : nil }
    case .releasesAndDays, .languagesAndDays:
      guard let cluster, let day, clusters.contains(cluster) else { return nil }
      return ClusterDayKey(cluster: cluster, day: day)
    }
  }

  /// Who was retained in each part, one entry per arm.
  func counts(_ counts: RetentionCounts) -> [[RetentionCounts.Arm]] {
    guard let column else { return counts.installDays }
    var sums: [ClusterDayKey: [RetentionCounts.Arm]] = [:]
    for found in counts.clusterDays[column.rawValue] {
      guard let key = key(cluster: found.key.cluster, day: found.key.day) else { continue }
      guard var sum = sums[key] else {
        sums[key] = found.arms
        continue
      }
      for (arm, counts) in found.arms.enumerated() { sum[arm].add(counts) }
      sums[key] = sum
    }
    return sums.sorted { $0.key < $1.key }.map(\.value)
  }

  /// What installs of two arms were worth in each part.
  ///
  /// - Parameter value: the value that counts; `nil` for an install that does not.
  func values(
    _ arm: [InstallValue], _ baseline: [InstallValue], value: (InstallValue) -> Double?
  ) -> [TwoSamples] {
    var found: [ClusterDayKey: TwoSamples] = [:]
    for (isArm, installs) in [(true, arm), (false, baseline)] {
      for install in installs {
        guard let known = value(install),
          let key = key(cluster: column.flatMap { install[$0] }, day: Int(install.date))
        else { continue }
        if isArm {
          found[key, default: TwoSamples()].arm.add(known)
        } else {
          found[key, default: TwoSamples()].baseline.add(known)
        }
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The same of a table of counts.
  func values(_ rows: [GuardedRow], arm: Int, baseline: Int) -> [TwoSamples] {
    var found: [ClusterDayKey: TwoSamples] = [:]
    for row in rows where row.arm == arm || row.arm == baseline {
      guard let value = row.value.map(SampleMoments.init),
        let key = key(cluster: column.flatMap { row[$0] }, day: row.day)
      else { continue }
      var pair = found[key] ?? TwoSamples()
      if row.arm == arm { pair.arm.add(value) } else { pair.baseline.add(value) }
      found[key] = pair
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension SampleMoments {
  init(_ value: GuardedRow.Value) {
    self.init(count: value.installs, mean: value.mean, deviation: value.deviation)
  }
}
