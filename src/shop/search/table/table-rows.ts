import type { Product } from '#shop/catalogue/product.ts'

/** A row of a table: a product, or the head of the sizes of a family below it. */
export type TableRow =
  | { kind: 'product'; product: Product; isOfFamily: boolean }
  | { kind: 'family'; first: Product; family: string }

/** Returns the rows of products in their order: sizes of one family that follow each other get a head. */
export function tableRows(products: readonly Product[]): TableRow[] {
  const familyAt = (index: number) => products[index]?.family ?? null
  return products.flatMap((product, index): TableRow[] => {
    const { family } = product
    const follows = family !== null && familyAt(index - 1) === family
    const isOfFamily = follows || (family !== null && familyAt(index + 1) === family)
    const row: TableRow = { kind: 'product', product, isOfFamily }
    return isOfFamily && !follows ? [{ kind: 'family', first: product, family }, row] : [row]
  })
}
