"""Writes proportions.csv: reference values at 50 digits for the methods of counts.

Independent of the Swift code: constrained maxima and limits by bisection, everything in mpmath. Run with Python 3.11 and mpmath 1.4.1: python3 proportions.py > proportions.csv
"""

import random

from mpmath import mp, mpf, erfc, erfinv, exp, log, sqrt, inf, nstr

mp.dps = 50


def deviate(level):
    alpha = 1 - mpf(level)  # `level` is the double itself
    return sqrt(2) * erfinv(1 - alpha)


def bisect(f, low, high, digits=30):
    """The zero of f between points where it has opposite signs, by Illinois' regula falsi."""
    low, high = mpf(low), mpf(high)
    at_low, at_high = f(low), f(high)
    if at_low == 0:
        return low
    if at_high == 0:
        return high
    assert (at_low < 0) != (at_high < 0), (low, high, at_low, at_high)
    # Halving first: regula falsi is slow from far away.
    for step in range(400):
        if step % 3 == 0:
            middle = (low + high) / 2
        else:
            middle = high - at_high * (high - low) / (at_high - at_low)
            if not low < middle < high:
                middle = (low + high) / 2
        at_middle = f(middle)
        if at_middle == 0:
            return middle
        if (at_middle < 0) == (at_low < 0):
            low, at_low = middle, at_middle
            if step % 3:
                at_high /= 2
        else:
            high, at_high = middle, at_middle
            if step % 3:
                at_low /= 2
        if abs(high - low) <= mpf(10) ** -digits * max(abs(low), abs(high), mpf(10) ** -15):
            break
        if step % 3 == 2:
            at_low, at_high = f(low), f(high)
    return (low + high) / 2


def wilson(x, n, level):
    z = deviate(level)
    x, n = mpf(x), mpf(n)
    half = z * sqrt(x * (n - x) / n + z * z / 4)
    return (x + z * z / 2 - half) / (n + z * z), (x + z * z / 2 + half) / (n + z * z)


def constrained(x1, n1, x2, n2, delta):
    """The most likely (p + delta, p), by halving the derivative of the log-likelihood."""
    low, high = max(mpf(0), -delta), min(mpf(1), 1 - delta)

    def derivative(p):
        total = mpf(0)
        for count, probability, sign in ((x1, p + delta, 1), (x2, p, 1),
                                         (n1 - x1, 1 - p - delta, -1), (n2 - x2, 1 - p, -1)):
            if count:
                if probability <= 0:
                    return sign * mpf(10) ** 300
                total += sign * count / probability
        return total

    if derivative(low) <= 0:
        return low + delta, low
    if derivative(high) >= 0:
        return high + delta, high
    with mp.workdps(40):
        for _ in range(130):
            middle = (low + high) / 2
            if derivative(middle) > 0:
                low = middle
            else:
                high = middle
    return low + delta, low


def mn_deviate(x1, n1, x2, n2, delta):
    p1, p2 = constrained(x1, n1, x2, n2, delta)
    people = mpf(n1 + n2)
    variance = (p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2) * people / (people - 1)
    gap = mpf(x1) / n1 - mpf(x2) / n2 - delta
    return gap / sqrt(variance) if variance > 0 else gap * mpf(10) ** 300


def miettinen_nurminen(x1, n1, x2, n2, level):
    z = deviate(level)
    observed = mpf(x1) / n1 - mpf(x2) / n2
    tiny = mpf(10) ** -25
    low = (mpf(-1) if observed == -1 else
           bisect(lambda d: mn_deviate(x1, n1, x2, n2, d) - z, -1 + tiny, observed - tiny, 20))
    high = (mpf(1) if observed == 1 else
            bisect(lambda d: mn_deviate(x1, n1, x2, n2, d) + z, observed + tiny, 1 - tiny, 20))
    return low, high


def koopman(x1, n1, x2, n2, level):
    z = deviate(level)

    def deviation(ln_ratio):
        ratio = exp(ln_ratio)
        b = -(ratio * (n1 + x2) + x1 + n2)
        a, c = (n1 + n2) * ratio, x1 + x2
        p = (-b - sqrt(b * b - 4 * a * c)) / (2 * a)
        q = ratio * p
        variance = q * (1 - q) / n1 + ratio * ratio * p * (1 - p) / n2
        return (mpf(x1) / n1 - ratio * mpf(x2) / n2) / sqrt(variance)

    with mp.workdps(90):
        tiny = mpf(10) ** -30
        if x1 and x2:
            observed = log(mpf(x1) * n2 / n1 / x2)
        else:
            observed = mpf(60) if x1 else mpf(-60)
        low = mpf(0) if x1 == 0 else exp(
            bisect(lambda r: deviation(r) - z, mpf(-60), observed - tiny, 20))
        high = inf if x2 == 0 else exp(
            bisect(lambda r: deviation(r) + z, observed + tiny, mpf(60), 20))
    return low, high


def score(x1, n1, x2, n2):
    p = mpf(x1 + x2) / (n1 + n2)
    if p in (0, 1):
        return mpf(0)
    variance = p * (1 - p) * (1 / mpf(n1) + 1 / mpf(n2)) * mpf(n1 + n2) / (n1 + n2 - 1)
    return (mpf(x1) / n1 - mpf(x2) / n2) / sqrt(variance)


def ln_two_tails(z):
    return log(erfc(abs(z) / sqrt(2)))


def text(value):
    return "inf" if value == inf else nstr(value, 20, min_fixed=0, max_fixed=0)


def row(*fields):
    print(",".join(str(f) for f in fields), flush=True)


one_arm = [(0, 1), (1, 1), (0, 2), (1, 2), (0, 10), (1, 10), (5, 10), (10, 10), (7, 29), (81, 263),
           (15, 148), (1, 1000), (412, 2000), (999, 1000), (0, 10**5), (3, 10**5), (31234, 10**5),
           (1234567, 10**7), (0, 10**9), (1, 10**9), (1234, 10**9), (10**9 - 1, 10**9),
           (10**9, 10**9)]
huge = [(250_000_000, 10**9), (500_000_000, 10**9), (999_000_000, 10**9)]
two_arms = [((0, 1), (0, 1)), ((1, 1), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 1)), ((0, 10), (0, 20)),
            ((10, 10), (20, 20)), ((10, 10), (0, 20)), ((0, 10), (20, 20)), ((1, 2), (1, 2)),
            ((56, 70), (48, 80)), ((9, 10), (3, 10)), ((6, 7), (2, 7)), ((5, 56), (0, 29)),
            ((0, 10), (0, 10)), ((10, 10), (0, 10)), ((412, 2000), (498, 2010)),
            ((498, 2010), (412, 2000)), ((3, 100000), (9, 99990)), ((20600, 100000), (20912, 100500)),
            ((1, 10**9), (3, 10**9)), ((0, 10**9), (0, 10**9)), ((5, 10), (123456789, 10**9)),
            ((250_000_000, 10**9), (250_030_000, 10**9)), ((10**9, 10**9), (0, 10**9)),
            ((999_999_999, 10**9), (10**9, 10**9)), ((7, 1000), (400_000_000, 10**9)),
            ((600_000, 10**6), (599_000, 10**6)), ((90_000, 10**5), (10_000, 10**5)),
            ((1, 1), (500_000_000, 10**9))]
levels = ["0.5", "0.8", "0.9", "0.95", "0.99", "0.999", "0.9999"]


def level_of(index, turn):
    """95% and another level in turn."""
    both = sorted({"0.95", levels[index % len(levels)]})
    return both[turn % len(both)]


def main():
    chance = random.Random(20261121)
    for count in range(14):
        n = int(10 ** chance.uniform(0, 7))
        one_arm.append((chance.randint(0, n), n))
    for count in range(16):
        sizes = [int(10 ** chance.uniform(0.3, 6)) for _ in range(2)]
        share = chance.random()
        two_arms.append(tuple(
            (min(n, max(0, round(n * min(1, max(0, share + chance.gauss(0, 2 / n**0.5)))))), n)
            for n in sizes))

    row("method", "x1", "n1", "x2", "n2", "level", "first", "second")
    for index, (x, n) in enumerate(one_arm + huge):
        level = level_of(index, index)
        low, high = wilson(x, n, float(level))
        row("wilson", x, n, "", "", level, text(low), text(high))
    ratios = 0
    for index, ((x1, n1), (x2, n2)) in enumerate(two_arms):
        level = level_of(index, index)
        low, high = miettinen_nurminen(x1, n1, x2, n2, float(level))
        row("miettinen_nurminen", x1, n1, x2, n2, level, text(low), text(high))
        if x1 + x2 > 0:
            level = level_of(index, ratios)
            ratios += 1
            low, high = koopman(x1, n1, x2, n2, float(level))
            row("koopman", x1, n1, x2, n2, level, text(low), text(high))
        z = score(x1, n1, x2, n2)
        row("score", x1, n1, x2, n2, "", text(z), text(ln_two_tails(z)))


if __name__ == "__main__":
    main()
