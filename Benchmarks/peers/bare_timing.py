"""Benchmarks/bare-timing.yaml as one would write it in Python: with NumPy, and with numba.

    python bare_timing.py numpy|numba TRIALS SEED

prints, as one line of JSON, how many lives (installs × arms) were simulated in how many seconds
(imports and compilation left out) and every metric's mean over the trials with its Monte Carlo
standard error; and the same of the lead in opt-in of the third article over launch, trial by trial.
`bench` holds the means to those of att-lab.
"""

import json
import sys
import time

import numpy as np

# The numbers of bare-timing.yaml.
INSTALLS = 20_000
HORIZON = 30.0
RATE = 1.0
LEAVE = 0.25
ARTICLES = 2.0
ALLOW = 0.3
# By arm: the article after which it asks; 0 asks at launch.
ARMS = {"launch": 0, "first_article": 1, "third_article": 3}
METRICS = [
    "prompted_per_install",
    "prompted_in_first_session_per_install",
    "opt_in_per_install",
    "authorized_sessions_per_install",
    "sessions_per_install",
    "opt_in_by_day_1",
]


def numpy_trial(random):
    """One trial, session by session over everybody who still comes: metrics by arm."""
    would_allow = random.random(INSTALLS) < ALLOW
    day = np.zeros(INSTALLS)
    read = np.zeros(INSTALLS, np.int64)
    asked_in = np.full((len(ARMS), INSTALLS), -1)
    asked_day = np.zeros((len(ARMS), INSTALLS))
    sessions = np.zeros(INSTALLS, np.int64)
    here = np.arange(INSTALLS)
    number = 0
    while here.size:
        sessions[here] += 1
        read[here] += random.poisson(ARTICLES, here.size)
        for arm, article in enumerate(ARMS.values()):
            now = here[(asked_in[arm, here] < 0) & (read[here] >= article)]
            asked_in[arm, now] = number
            asked_day[arm, now] = day[now]
        here = here[random.random(here.size) >= LEAVE]
        day[here] += random.exponential(1 / RATE, here.size)
        here = here[day[here] <= HORIZON]
        number += 1
    found = np.empty((len(ARMS), len(METRICS)))
    for arm in range(len(ARMS)):
        asked = asked_in[arm] >= 0
        allowed = asked & would_allow
        found[arm] = (
            asked.mean(),
            (asked_in[arm] == 0).mean(),
            allowed.mean(),
            (allowed * (sessions - asked_in[arm])).mean(),
            sessions.mean(),
            (allowed & (asked_day[arm] <= 1)).mean(),
        )
    return found


def numpy_trials(trials, seed):
    random = np.random.default_rng(seed)
    return np.array([numpy_trial(random) for _ in range(trials)])


def numba_trials():
    """The same, one life after the other, compiled."""
    import numba

    articles = tuple(ARMS.values())
    arms = len(articles)
    metrics = len(METRICS)

    @numba.njit
    def play(trials, seed):
        np.random.seed(seed)
        found = np.zeros((trials, arms, metrics))
        asked_in = np.zeros(arms, np.int64)
        asked_day = np.zeros(arms)
        for trial in range(trials):
            for _ in range(INSTALLS):
                allows = np.random.random() < ALLOW
                day = 0.0
                read = 0
                sessions = 0
                asked_in[:] = -1
                while True:
                    read += np.random.poisson(ARTICLES)
                    for arm in range(arms):
                        if asked_in[arm] < 0 and read >= articles[arm]:
                            asked_in[arm] = sessions
                            asked_day[arm] = day
                    sessions += 1
                    if np.random.random() < LEAVE:
                        break
                    day += np.random.exponential(1 / RATE)
                    if day > HORIZON:
                        break
                for arm in range(arms):
                    sums = found[trial, arm]
                    sums[4] += sessions
                    if asked_in[arm] < 0:
                        continue
                    sums[0] += 1
                    if asked_in[arm] == 0:
                        sums[1] += 1
                    if allows:
                        sums[2] += 1
                        sums[3] += sessions - asked_in[arm]
                        if asked_day[arm] <= 1:
                            sums[5] += 1
        return found / INSTALLS

    play(1, 0)
    return play


def main():
    kind, trials, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    play = {"numpy": lambda: numpy_trials, "numba": numba_trials}[kind]()
    start = time.perf_counter()
    found = play(trials, seed)
    seconds = time.perf_counter() - start
    mean = found.mean(axis=0)
    error = found.std(axis=0, ddof=1) / trials**0.5
    arms = {
        name: {metric: [mean[arm, i], error[arm, i]] for i, metric in enumerate(METRICS)}
        for arm, name in enumerate(ARMS)
    }
    opt_in = found[:, :, METRICS.index("opt_in_per_install")]
    leads = opt_in[:, list(ARMS).index("third_article")] - opt_in[:, list(ARMS).index("launch")]
    lead = [leads.mean(), leads.std(ddof=1) / trials**0.5]
    lives = trials * INSTALLS * len(ARMS)
    print(json.dumps({"lives": lives, "seconds": seconds, "arms": arms, "lead": lead}))


main()
