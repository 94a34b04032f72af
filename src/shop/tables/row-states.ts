export const rowStates = ['new', 'changed', 'unchanged', 'refused'] as const
export type RowState = (typeof rowStates)[number]
