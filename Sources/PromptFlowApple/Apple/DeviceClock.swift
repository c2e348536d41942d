#if canImport(Darwin)
  public import PromptFlow

  import Darwin

  /// The device's clock since it was started, which goes on while it sleeps.
  @MainActor
  public final class DeviceClock: FlowClock {
    /// The clock.
    public init() {}

    /// Seconds since the device was started.
    public var seconds: Double { Double(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)) / 1e9 }

    /// Seconds since 1970 by the device's calendar, which the person can set.
    public var secondsSince1970: Double? { Double(clock_gettime_nsec_np(CLOCK_REALTIME)) / 1e9 }

    /// Returns after this many seconds, at most a day.
    public func wait(seconds: Double) async {
      try? await Task.sleep(nanoseconds: UInt64(min(max(0, seconds), 86_400) * 1e9))
    }
  }
#endif
