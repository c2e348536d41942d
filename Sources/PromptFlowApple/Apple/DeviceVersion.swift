#if canImport(UIKit) && !os(watchOS)
  import Foundation
  public import PromptFlow
  import UIKit

  extension ApplePlatform {
    /// The platform of this process.
    static var current: ApplePlatform {
      #if os(visionOS)
        .visionOS
      #elseif os(tvOS)
        .tvOS
      #else
        ProcessInfo.processInfo.isMacCatalystApp || ProcessInfo.processInfo.isiOSAppOnMac ? .macOS : .iOS
      #endif
    }
  }

  extension SystemVersion {
    /// The class of the version that this device runs, by the numbers of its own platform.
    public static var current: SystemVersion {
      let version = ProcessInfo.processInfo.operatingSystemVersion
      return SystemVersion(major: version.majorVersion, minor: version.minorVersion, on: .current)
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
