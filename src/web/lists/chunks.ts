/** A list in chunks of equal size; only the last one may be shorter. */
export type Chunks<Item> = {
  /** By index; undefined if not loaded yet. */
  chunks: readonly (readonly Item[] | undefined)[]
  /** The chunks that are up to date; others may be present but outdated. */
  fetched: ReadonlySet<number>
}

/** Returns the next chunk to fetch: `wanted`, else the first missing one; undefined when all are fetched. */
export function nextChunk<Item>(
  { chunks, fetched }: Chunks<Item>,
  { count, size, asked: requested }: { count: number | null; size: number; asked: number },
): number | undefined {
  // A short chunk is the last one, whatever the count says.
  const short = chunks.findIndex((chunk, index) => fetched.has(index) && chunk?.length !== size)
  const counted = count === null ? Number.POSITIVE_INFINITY : Math.ceil(count / size)
  const end = short === -1 ? counted : short + 1
  if (requested < end && !fetched.has(requested)) return requested
  let lowest = 0
  while (fetched.has(lowest)) lowest += 1
  return lowest < end ? lowest : undefined
}

/** Returns the list with a new chunk; a short one ends the list. */
export function withChunk<Item>(
  { chunks, fetched }: Chunks<Item>,
  index: number,
  chunk: readonly Item[],
  size: number,
): Chunks<Item> {
  const length = Math.max(chunks.length, index + 1)
  const all = Array.from({ length }, (_, each) => (each === index ? chunk : chunks[each]))
  return {
    chunks: chunk.length < size ? all.slice(0, index + 1) : all,
    fetched: new Set(fetched).add(index),
  }
}
