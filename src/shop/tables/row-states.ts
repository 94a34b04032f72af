/** What a row of a file does to what is stored. */
export const rowStates = ['new', 'changed', 'unchanged', 'refused'] as const
export type RowState = (typeof rowStates)[number]
