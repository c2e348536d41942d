import CGSL

/// The GNU Scientific Library behind this module, as one fact about the build.
public enum ScientificLibrary {
  /// The version of the library linked at run time, for example `2.7.1`.
  public static var version: String { String(cString: cgsl_version()) }

  /// Switches off the library's own error handler, which would end the process; evaluated once.
  ///
  /// Every routine that can report an error touches this first and reads the code it gets back.
  static let errorsAreReturned: Bool = {
    _ = gsl_set_error_handler_off()
    return true
  }()

  /// Throws the library's code in its own words unless it stands for success.
  static func check(_ code: Int32) throws(NumericsError) {
    guard code != Int32(GSL_SUCCESS) else { return }
    throw .library(code: Int(code), message: String(cString: gsl_strerror(code)))
  }

  /// Passes a finite value on, and throws in place of NaN and infinity.
  static func finite(_ value: Double, from routine: String) throws(NumericsError) -> Double {
    guard value.isFinite else { throw .noFiniteResult(routine: routine) }
    return value
  }
}
