"""Writes proportions.csv: reference values at 50 digits for the methods of counts.

Independent of the Swift code: incomplete beta functions by hypergeometric series,
hypergeometric probabilities by log-gammas at 60 digits, constrained maxima and limits by bisection,
everything in mpmath. Run with Python 3.11 and mpmath 1.4.1: python3 proportions.py > proportions.csv
"""

import random

from mpmath import mp, mpf, erfc, erfinv, exp, log, loggamma, sqrt, inf, nstr

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


def ln_beta_front(a, b, x):
    return a * log(x) + b * mp.log1p(-x) - (loggamma(a) + loggamma(b) - loggamma(a + b))


def ln_beta_series(a, b, x):
    """ln I_x(a, b) by the series of positive terms F(a + b, 1; a + 1; x), DLMF 8.17.8."""
    total = term = mpf(1)
    n = 0
    while term > total * mpf(10) ** -40:
        term *= (a + b + n) / (a + 1 + n) * x
        total += term
        n += 1
    return ln_beta_front(a, b, x) - log(a) + log(total)


def ln_beta_tail(a, b, x):
    """ln I_x(a, b), by whichever series has fewest terms."""
    if b > 1000:
        # F(1 - b, 1; a + 1; x/(x - 1)), DLMF 8.17.7: a binomial tail where b is whole.
        total = term = mpf(1)
        n = 0
        odds = x / (1 - x)
        while term > total * mpf(10) ** -30 and n < b - 1:
            term *= (b - 1 - n) / (a + 1 + n) * odds
            total += term
            n += 1
        return ln_beta_front(a, b, x) - log(a) - mp.log1p(-x) + log(total)
    if a > 1000:
        return mp.log1p(-exp(ln_beta_series(b, a, 1 - x)))
    return ln_beta_series(a, b, x)


def beta_quantile(a, b, tail):
    """The x with I_x(a, b) = tail, by Newton's method on logarithms from below."""
    a, b = mpf(a), mpf(b)
    target = log(mpf(tail))
    mean, spread = a / (a + b), sqrt(a * b / (a + b + 1)) / (a + b)
    # On the logit scale the function is concave: Newton's method climbs from any start.
    s = log(a / b) - sqrt(1 / a + 1 / b) * sqrt(-2 * target)
    for _ in range(100):
        x = 1 / (1 + exp(-s))
        value = ln_beta_tail(a, b, x)
        density = (a * log(x) + b * mp.log1p(-x)
                   - (loggamma(a) + loggamma(b) - loggamma(a + b)))
        step = (target - value) / exp(density - value)
        s += step
        if abs(step) < mpf(10) ** -22 * sqrt(1 / a + 1 / b):
            break
    return 1 / (1 + exp(-s))


def clopper_pearson(x, n, level):
    tail = (1 - mpf(level)) / 2
    low = mpf(0) if x == 0 else beta_quantile(x, n - x + 1, tail)
    high = mpf(1) if x == n else 1 - beta_quantile(n - x, x + 1, tail)
    return low, high


def jeffreys(x, n, level):
    tail = (1 - mpf(level)) / 2
    half = mpf(1) / 2
    low = mpf(0) if x == 0 else beta_quantile(x + half, n - x + half, tail)
    high = mpf(1) if x == n else 1 - beta_quantile(n - x + half, x + half, tail)
    return low, high


def wilson(x, n, level):
    z = deviate(level)
    x, n = mpf(x), mpf(n)
    half = z * sqrt(x * (n - x) / n + z * z / 4)
    return (x + z * z / 2 - half) / (n + z * z), (x + z * z / 2 + half) / (n + z * z)


def agresti_coull(x, n, level):
    z = deviate(level)
    people = n + z * z
    middle = (x + z * z / 2) / people
    half = z * sqrt(middle * (1 - middle) / people)
    return max(mpf(0), middle - half), min(mpf(1), middle + half)


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


def newcombe(x1, n1, x2, n2, level):
    l1, u1 = wilson(x1, n1, level)
    l2, u2 = wilson(x2, n2, level)
    p1, p2 = mpf(x1) / n1, mpf(x2) / n2
    return (p1 - p2 - sqrt((p1 - l1) ** 2 + (u2 - p2) ** 2),
            p1 - p2 + sqrt((u1 - p1) ** 2 + (p2 - l2) ** 2))


def plain(p1, n1, p2, n2, level):
    half = deviate(level) * sqrt(p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2)
    return max(mpf(-1), p1 - p2 - half), min(mpf(1), p1 - p2 + half)


def agresti_caffo(x1, n1, x2, n2, level):
    return plain(mpf(x1 + 1) / (n1 + 2), n1 + 2, mpf(x2 + 1) / (n2 + 2), n2 + 2, level)


def wald(x1, n1, x2, n2, level):
    return plain(mpf(x1) / n1, n1, mpf(x2) / n2, n2, level)


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


def around_log(estimate, variance, level):
    factor = exp(deviate(level) * sqrt(variance))
    return estimate / factor, estimate * factor


def katz(x1, n1, x2, n2, level):
    return around_log(mpf(x1) * n2 / n1 / x2,
                      1 / mpf(x1) - 1 / mpf(n1) + 1 / mpf(x2) - 1 / mpf(n2), level)


def woolf(x1, n1, x2, n2, level):
    return around_log(mpf(x1) * (n2 - x2) / (n1 - x1) / x2,
                      1 / mpf(x1) + 1 / mpf(n1 - x1) + 1 / mpf(x2) + 1 / mpf(n2 - x2), level)


def pooled(x1, n1, x2, n2, unbiased):
    p = mpf(x1 + x2) / (n1 + n2)
    if p in (0, 1):
        return mpf(0)
    variance = p * (1 - p) * (1 / mpf(n1) + 1 / mpf(n2))
    if unbiased:
        variance *= mpf(n1 + n2) / (n1 + n2 - 1)
    return (mpf(x1) / n1 - mpf(x2) / n2) / sqrt(variance)


def ln_two_tails(z):
    return log(erfc(abs(z) / sqrt(2)))


def ln_fisher(x1, n1, x2, n2):
    """All tables no more probable than the observed one, ties exact to 40 digits."""
    with mp.workdps(60):
        k, low, high = x1 + x2, max(0, x1 - n2 + x2), min(n1, x1 + x2)

        def ln_choose(n, r):
            return loggamma(n + 1) - loggamma(r + 1) - loggamma(n - r + 1)

        def ln_mass(i):
            return ln_choose(n1, i) + ln_choose(n2, k - i) - ln_choose(n1 + n2, k)

        bound = ln_mass(x1) + mpf(10) ** -40
        mode = (n1 + 1) * (k + 1) // (n1 + n2 + 2)
        mode = min(max(mode, low), high)
        if ln_mass(mode) <= bound:
            return mpf(0)

        def first(end):
            """The value nearest to the mode, on the side of `end`, no more probable."""
            if ln_mass(end) > bound:
                return None
            inside, outside = end, mode
            while abs(inside - outside) > 1:
                middle = (inside + outside) // 2
                if ln_mass(middle) <= bound:
                    inside = middle
                else:
                    outside = middle
            return inside

        total = mpf(0)
        reference = ln_mass(x1)
        for end, step in ((low, -1), (high, 1)):
            i = first(end)
            if i is None:
                continue
            with mp.workdps(35):
                term = exp(ln_mass(i) - reference)
                side = mpf(0)
                while True:
                    side += term
                    if i == end or term < side * mpf(10) ** -25:
                        break
                    if step > 0:
                        term = term * ((n1 - i) * (k - i)) / ((i + 1) * (n2 - k + i + 1))
                    else:
                        term = term * (i * (n2 - k + i)) / ((n1 - i + 1) * (k - i + 1))
                    i += step
                total += side
        return reference + log(total)


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
        for name, method in (("wilson", wilson), ("clopper_pearson", clopper_pearson),
                             ("jeffreys", jeffreys), ("agresti_coull", agresti_coull)):
            for level in sorted({"0.95", levels[index % len(levels)]}):
                low, high = method(x, n, float(level))
                row(name, x, n, "", "", level, text(low), text(high))
    for index, ((x1, n1), (x2, n2)) in enumerate(two_arms):
        cells = (x1, n1 - x1, x2, n2 - x2)
        for name, method, has in (
                ("miettinen_nurminen", miettinen_nurminen, True), ("newcombe", newcombe, True),
                ("agresti_caffo", agresti_caffo, True), ("wald", wald, True),
                ("koopman", koopman, x1 + x2 > 0), ("katz", katz, x1 * x2 > 0),
                ("woolf", woolf, min(cells) > 0)):
            for level in sorted({"0.95", levels[index % len(levels)]}) if has else ():
                low, high = method(x1, n1, x2, n2, float(level))
                row(name, x1, n1, x2, n2, level, text(low), text(high))
        for name, unbiased in (("score", True), ("z_pooled", False)):
            z = pooled(x1, n1, x2, n2, unbiased)
            row(name, x1, n1, x2, n2, "", text(z), text(ln_two_tails(z)))
        row("fisher", x1, n1, x2, n2, "", "", text(ln_fisher(x1, n1, x2, n2)))


if __name__ == "__main__":
    main()
