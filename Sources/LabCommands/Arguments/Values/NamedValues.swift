public import ArgumentParser
public import ExperimentDesign
public import ExperimentFiles
public import TestData

// Types whose values are arguments by their names.

extension Metric: ExpressibleByArgument {}
extension Denominator: ExpressibleByArgument {}
extension BuiltInPopulation: ExpressibleByArgument {}
extension TracePattern: ExpressibleByArgument {}
