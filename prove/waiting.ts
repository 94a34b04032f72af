import { setTimeout } from 'node:timers/promises'

const LOOK_AGAIN_MS = 25

/** Waits until `isSo`; throws when that takes longer than `limitMs`. */
export async function until(
  what: string,
  limitMs: number,
  isSo: () => Promise<boolean>,
): Promise<void> {
  const giveUpAt = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`After ${limitMs / 1000} s not yet: ${what}`)
    await setTimeout(LOOK_AGAIN_MS)
  }
}

/** Does the work for every item, so many at a time; the answers come in the order of the items. */
export async function inParallel<Item, Done>(
  atOnce: number,
  items: Item[],
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = []
  const left = items.entries()
  const worker = async () => {
    for (const [place, item] of left) done[place] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return done
}
