/** How admins can sort users. */
export const userSorts = ['newest', 'name', 'last-order'] as const

export type UserSort = (typeof userSorts)[number]

export const userSortNames: Record<UserSort, string> = {
  newest: 'Newest first',
  name: 'Name',
  'last-order': 'Last order',
}
