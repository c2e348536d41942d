"""The model of bare-timing.yaml by hand, with NumPy or numba: what other tools make of the same plan.

    python3 Benchmarks/bare_timing.py numpy|numba TRIALS INSTALLS

Prints how many installs x options were simulated, the seconds that took (imports and compiling not counted), and
the opt-ins per install of each option. Ends with 69 where the library is not installed.
"""

import sys
import time

RATE, HORIZON, LEAVE, ARTICLES, ALLOW = 1.0, 30.0, 0.25, 2.0, 0.3
# Articles read before each option asks.
OPTIONS = (0, 1, 3)


def numpy_trial(numpy, random, installs):
    """All installs of a trial as columns."""
    sessions = numpy.minimum(1 + random.poisson(RATE * HORIZON, installs), random.geometric(LEAVE, installs))
    articles = random.poisson(ARTICLES * sessions)
    allows = random.random(installs) < ALLOW
    return [int(numpy.count_nonzero(allows & (articles >= count))) for count in OPTIONS]


def numba_trial():
    """One install after the other, session by session, compiled."""
    import numba
    import numpy

    @numba.njit
    def trial(seed, installs):
        numpy.random.seed(seed)
        opted = numpy.zeros(3, numpy.int64)
        for _ in range(installs):
            visits = 1 + numpy.random.poisson(RATE * HORIZON)
            articles = 0
            for _ in range(visits):
                articles += numpy.random.poisson(ARTICLES)
                if articles >= 3 or numpy.random.random() < LEAVE:
                    break
            if numpy.random.random() < ALLOW:
                opted[0] += 1
                opted[1] += articles >= 1
                opted[2] += articles >= 3
        return opted

    trial(0, 10)
    return trial


def main():
    library, trials, installs = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    try:
        import numpy

        if library == "numba":
            trial = numba_trial()
        else:
            random = numpy.random.default_rng(1)
            trial = lambda seed, count: numpy_trial(numpy, random, count)
    except ImportError as missing:
        print(missing, file=sys.stderr)
        sys.exit(69)
    start = time.perf_counter()
    opted = [0, 0, 0]
    for number in range(trials):
        opted = [sum(pair) for pair in zip(opted, trial(number, installs))]
    seconds = time.perf_counter() - start
    print(trials * installs * len(OPTIONS), seconds, *[count / (trials * installs) for count in opted])


main()
