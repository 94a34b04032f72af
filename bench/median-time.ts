const TRIES = 7

/** Returns the median duration of several runs of `work`, one after the other, in milliseconds. */
export async function medianTime(work: () => Promise<unknown>): Promise<number> {
  const all: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const start = performance.now()
    await work()
    all.push(performance.now() - start)
  }
  return Math.round(medianOf(all) * 10) / 10
}

/** The middle of an odd number of values. */
export function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
