/** What the columns of a table with these headings were chosen to mean. */
export type ColumnChoice = { headings: string; meanings: string[] }

export const purposes = ['orders', 'products', 'prices', 'customers'] as const
export type Purpose = (typeof purposes)[number]

/** The choices that are remembered for a purpose. */
export const MAX_CHOICES = 50
/** The characters of all headings of a table; a choice for longer ones is not remembered. */
export const LONGEST_HEADINGS = 1_000
