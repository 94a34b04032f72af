/** How admins can sort users. */
export const userSorts = ['newest', 'name', 'last-order'] as const

export type UserSort = (typeof userSorts)[number]
