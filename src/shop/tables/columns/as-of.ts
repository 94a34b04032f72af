/** When an export was written: what changed later in the shop is not taken from it (product 22.8). */
export const AS_OF = { name: 'asOf', heading: 'As of', kind: 'text', isExported: false } as const

const MARGIN_MS = 10_000

/** The moment of an export: before its first row is read, and before what is not committed by then. */
export const exportMoment = (): string => new Date(Date.now() - MARGIN_MS).toISOString()

/** The moment in a cell; null for an empty one, or a reason in words. */
export function momentIn(cell: string): Date | null | string {
  if (cell === '') return null
  const time = Date.parse(cell)
  return Number.isNaN(time) ? `As of: no time in ${cell}` : new Date(time)
}
