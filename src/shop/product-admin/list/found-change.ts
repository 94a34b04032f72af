/** What can be changed of many products at once, as the list names it. */
export const changedFieldNames = {
  category: 'Category',
  family: 'Family',
  minQuantity: 'Minimum order',
  percent: 'Price by %',
  discontinued: 'Discontinued',
} as const

export type ChangedField = keyof typeof changedFieldNames
export const changedFields = Object.keys(changedFieldNames) as [ChangedField, ...ChangedField[]]
