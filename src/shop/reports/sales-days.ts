export const salesDays = ['1', '7', '30'] as const
export type SalesDays = (typeof salesDays)[number]

/** Parses the span of a URL; today unless it names another. */
export function readSalesDays(query: URLSearchParams): SalesDays {
  return salesDays.find((days) => days === query.get('days')) ?? '1'
}

/** The most products of the list of everything that was sold. */
export const MOST_SOLD = 2000
