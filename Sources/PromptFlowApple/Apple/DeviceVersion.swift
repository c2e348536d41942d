#if canImport(UIKit)
  import Foundation
  public import PromptFlow

  extension SystemVersion {
    /// The class of the version that this device runs.
    public static var current: SystemVersion {
      let version = ProcessInfo.processInfo.operatingSystemVersion
      return SystemVersion(major: version.majorVersion, minor: version.minorVersion)
    }
  }
#endif
