import Foundation

func exponential(_ x: Double) -> Double { exp(x) }

func logarithm(_ x: Double) -> Double { log(x) }
