#if canImport(UIKit)
  import Foundation
  public import PromptFlow
  import UIKit

  extension SystemVersion {
    /// The class of the version that this device runs, by the numbers of its own platform.
    public static var current: SystemVersion {
      let process = ProcessInfo.processInfo
      let version = process.operatingSystemVersion
      #if os(visionOS)
        let platform = ApplePlatform.visionOS
      #else
        let platform = process.isMacCatalystApp || process.isiOSAppOnMac ? ApplePlatform.macOS : .iOS
      #endif
      return SystemVersion(major: version.majorVersion, minor: version.minorVersion, on: platform)
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
