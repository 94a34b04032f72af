// Below this, skipping rows is faster than counting them all.
const NEAR = 2000

/** Whether skipping the rows before a page is fast enough without counting all. */
export function isNearStart({ size, page }: { size: number; page: number }): boolean {
  return size * page < NEAR
}

/** How rows of a list are read from its nearer end; with an unknown total, from its start. */
export function nearerEnd(start: number, size: number, total = Number.POSITIVE_INFINITY) {
  // Negative when the list ends among them.
  const after = total - start - size
  const isForward = start <= after
  return {
    isForward,
    limit: Math.max(0, size + Math.min(0, after)),
    offset: isForward ? start : Math.max(0, after),
  }
}
