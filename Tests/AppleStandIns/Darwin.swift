// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents them; repeated here they could only differ.

/// As much of Apple's C library as the sources here name.
public struct clockid_t: Sendable {}
public let CLOCK_MONOTONIC_RAW = clockid_t()
public let CLOCK_REALTIME = clockid_t()
public func clock_gettime_nsec_np(_ clock: clockid_t) -> UInt64 { 0 }
