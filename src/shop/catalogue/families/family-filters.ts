import type { Product } from '#shop/catalogue/product.ts'

/** As many columns of prices have room. */
const MAX_BREAKS = 3

/** Whether a text has this part, or a number is the same or in a range such as 8-12. */
export function isWanted(value: string | number, wanted: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(wanted.trim().toLowerCase())
  const [from = '', to = from] = wanted.replace(/[$,\s]/g, '').split(/[-–]/, 2)
  return to === from
    ? value === Number(from)
    : value >= Number(from) && value <= (to === '' ? Number.POSITIVE_INFINITY : Number(to))
}

/** Returns the quantities from which most of the products are cheaper for their viewer, ascending. */
export function priceBreaks(products: readonly Product[]): number[] {
  const quantities = products.flatMap(({ prices }) =>
    prices.slice(1).map((step) => step.minQuantity),
  )
  return [...Map.groupBy(quantities, (quantity) => quantity)]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_BREAKS)
    .map(([quantity]) => quantity)
    .sort((a, b) => a - b)
}
