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

  extension RegionalRules.Release {
    /// The release that this device runs: 27.2 and later differ in the European Union.
    public static var current: RegionalRules.Release {
      let version = ProcessInfo.processInfo.operatingSystemVersion
      let isNew = (version.majorVersion, version.minorVersion) >= (27, 2)
      return isNew ? .from27_2 : .before27_2
    }
  }
#endif
