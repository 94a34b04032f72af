type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result | Promise<Result>) => void
  reject: (error: unknown) => void
}

/** A result or an error for each item, in order. The next batch does not wait for a result that is a promise. */
export type BatchResult<Result> = ({ value: Result | Promise<Result> } | { error: unknown })[]

/**
 * Returns a function that runs items in batches. Items that arrive together, or while as many
 * batches as `atOnce` run, form the next batch. `weigh` bounds a batch to `maxWeight`, though each
 * has at least one item. When `run` throws, all items of its batch fail.
 */
export function createBatchQueue<Item, Result>({
  run,
  atOnce,
  maxWeight,
  weigh = () => 1,
}: {
  run: (items: Item[]) => Promise<BatchResult<Result>>
  atOnce: number
  maxWeight: number
  weigh?: (item: Item) => number
}): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let running = 0

  function take(): Waiting<Item, Result>[] {
    let weight = 0
    const end = waiting.findIndex(({ item }, index) => {
      weight += weigh(item)
      return index > 0 && weight > maxWeight
    })
    return waiting.splice(0, end === -1 ? waiting.length : end)
  }

  async function work(): Promise<void> {
    running += 1
    // Lets all requests that arrived together join the batch.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = take()
      const results = await run(batch.map(({ item }) => item)).catch((error: unknown) =>
        batch.map(() => ({ error })),
      )
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index]
        if (result && 'value' in result) resolve(result.value)
        else reject(result ? result.error : new Error('An item of the batch has no result'))
      }
    }
    running -= 1
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running < atOnce) void work()
    })
}
