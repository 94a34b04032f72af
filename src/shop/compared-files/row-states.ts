export const rowStates = ['new', 'changed', 'unchanged', 'refused'] as const
export type RowState = (typeof rowStates)[number]
export type RowCounts = Record<RowState, number>

export const stateNames: Record<RowState | 'check', string> = {
  new: 'New',
  changed: 'Changed',
  check: 'Check',
  refused: 'Refused',
  unchanged: 'Unchanged',
}

export function countsText(counts: RowCounts): string {
  const texts = Object.entries(counts).flatMap(([state, count]) =>
    count > 0 ? [`${count.toLocaleString('en-US')} ${state}`] : [],
  )
  return texts.join(', ') || '–'
}
