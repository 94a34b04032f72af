import families from '#db/seed/families.json' with { type: 'json' }
import products from '#db/seed/products.json' with { type: 'json' }

type Value = string | number

export type DemoProduct = {
  image: string
  sku: string
  name: string
  family?: string
  size?: string
  description: string
  perPrice: number
  quantity: number
  minQuantity: number
  category: string
  specifications: Record<string, Value>
}

/**
 * The products of a new demo: `db/seed/products.json`, then the sizes of `db/seed/families.json`, where
 * `{column}` in a family's texts is a value of the row, and `{column:kg}` that of grams in kilograms.
 */
export const demoProducts: DemoProduct[] = [
  ...products.map((product) => ({
    ...product,
    specifications: definedValues(product.specifications),
  })),
  ...families.flatMap((family) => family.rows.map((row) => sizeOf(family, row))),
]

function sizeOf(family: (typeof families)[number], row: Value[]): DemoProduct {
  const [sku, perPrice, quantity, minQuantity, ...sizes] = row
  const keys = family.columns.slice(row.length - sizes.length)
  const specifications = {
    ...definedValues(family.specifications),
    ...Object.fromEntries(sizes.map((value, index) => [keys[index], value])),
  }
  const fill = (text: string) =>
    text.replaceAll(/\{([^{}:]+)(?::(kg|m))?\}/g, (_, key: string, unit?: string) =>
      unit ? `${Number(specifications[key]) / 1000} ${unit}` : String(specifications[key]),
    )
  return {
    image: family.image,
    sku: String(sku),
    name: fill(family.name),
    family: fill(family.family),
    size: fill(family.size),
    description: fill(family.description),
    perPrice: Number(perPrice),
    quantity: Number(quantity),
    minQuantity: Number(minQuantity),
    category: family.category,
    specifications,
  }
}

/** TypeScript gives each object of a JSON array the keys of all others, as undefined. */
function definedValues(values: object): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
