const TRIES = 7

/** Returns the median duration of several runs of `work`, one after the other, in milliseconds. */
export async function medianTime(work: () => Promise<unknown>): Promise<number> {
  const all: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const start = performance.now()
    await work()
    all.push(performance.now() - start)
  }
  const median = all.sort((a, b) => a - b)[Math.floor(TRIES / 2)] ?? Number.NaN
  return Math.round(median * 10) / 10
}
