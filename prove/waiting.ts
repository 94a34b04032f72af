import { setTimeout } from 'node:timers/promises'

const POLL_INTERVAL_MS = 25

/** Polls until `isTrue` resolves to true. Throws after `limitMs`. */
export async function until(what: string, limitMs: number, isTrue: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + limitMs
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) throw new Error(`Timed out after ${limitMs / 1000} s: ${what}`)
    await setTimeout(POLL_INTERVAL_MS)
  }
}

/** Runs `work` for every item, `concurrency` at a time. Returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  concurrency: number,
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}
