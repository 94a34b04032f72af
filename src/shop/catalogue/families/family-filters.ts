import type { Product } from '#shop/catalogue/product.ts'

/** As many columns of prices have room. */
const MAX_BREAKS = 3

/** Whether a text has what is wanted: a part of it, or for a number the same or one of a range such as 8-12. */
export function isWanted(text: string, wanted: string): boolean {
  const number = Number(text.replace(/[$,]/g, ''))
  const [from = '', to = from] = wanted.replace(/[$,\s]/g, '').split(/[-–]/, 2)
  const isRange = text !== '' && !Number.isNaN(number + Number(from) + Number(to))
  if (!isRange) return text.toLowerCase().includes(wanted.trim().toLowerCase())
  return number >= Number(from) && (to === '' || number <= Number(to))
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
