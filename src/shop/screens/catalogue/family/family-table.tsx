import { useMemo, useState } from 'react'
import type { Product } from '#shop/catalogue/product.ts'
import { useLengthUnit } from '#shop/catalogue/specifications/length-unit.ts'
import { shownNumber } from '#shop/catalogue/specifications/specification-text.ts'
import { UnitSwitch } from '#shop/catalogue/specifications/unit-switch.tsx'
import { ownPerPrice } from '#shop/prices/shown/own-price.ts'
import { ProductTable } from '#shop/screens/catalogue/table/product-table.tsx'
import type { TableSection } from '#shop/search/table/table-sections.ts'
import { SizeQuantity, SizesForm } from './sizes-form.tsx'

/** As many columns of prices have room. */
const MAX_BREAKS = 3

type FamilyTableProps = { name: string; products: Product[]; sections: TableSection[] }

type FilteredColumn = { key: string; head: string; of: (product: Product) => string | number }

/** The sizes of a family, to be filtered by each column, with a quantity in each row. */
export function FamilyTable({ name, products, sections }: FamilyTableProps) {
  const lengths = useLengthUnit()
  const [wanted, setWanted] = useState<Record<string, string>>({})
  const breaks = useMemo(() => priceBreaks(products), [products])
  const varied = sections.flatMap(({ specifications, varied }) =>
    specifications.filter(({ key }) => varied.includes(key)),
  )
  const columns: FilteredColumn[] = [
    { key: 'size', head: 'Size', of: ({ size, name }) => size ?? name },
    { key: 'sku', head: 'SKU', of: ({ sku }) => sku },
    ...[...new Map(varied.map((one) => [one.key, one])).values()].map((specification) => ({
      key: `specification ${specification.key}`,
      head: specification.name,
      of: ({ specifications: { [specification.key]: value } }: Product) =>
        typeof value === 'number' ? shownNumber(specification, value, lengths) : (value ?? ''),
    })),
    { key: 'minimum', head: 'Min', of: ({ minQuantity }) => minQuantity },
    { key: 'stock', head: 'Stock', of: ({ quantity }) => quantity },
    { key: 'price', head: 'Price', of: (product) => ownPerPrice(product, product.minQuantity) },
  ]
  const filtered = columns.filter(({ key }) => wanted[key]?.trim())
  const shown = products.filter((product) =>
    filtered.every(({ key, of }) => isWanted(of(product), wanted[key] ?? '')),
  )
  return (
    <section className="product-section family-sizes-table" aria-labelledby="sizes">
      <div className="justify-between gap-8 gap-x-24 row">
        <h2 id="sizes" className="product-section-title">
          Sizes
        </h2>
        <p className="soft text-14 grow" role="status">
          {filtered.length > 0 && `${shown.length} of ${products.length} sizes`}
        </p>
        {varied.some(({ unit }) => unit === 'mm') && <UnitSwitch />}
      </div>
      <fieldset className="family-filters row gap-8 scripted">
        <legend className="visually-hidden">Filter sizes</legend>
        {columns.map(({ key, head }) => (
          <input
            key={key}
            className="field-input"
            aria-label={`Filter by ${head}`}
            placeholder={head}
            value={wanted[key] ?? ''}
            onChange={({ target }) => setWanted({ ...wanted, [key]: target.value })}
          />
        ))}
      </fieldset>
      <SizesForm products={products}>
        <ProductTable
          caption={`Sizes of ${name}`}
          products={shown}
          sections={sections}
          breaks={breaks}
          Order={SizeQuantity}
        />
        {shown.length === 0 && <p className="p-24">No size matches.</p>}
      </SizesForm>
    </section>
  )
}

/** Whether a text has this part, or a number begins with it or is in a range such as 8-12. */
function isWanted(value: string | number, wanted: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(wanted.trim().toLowerCase())
  const [from = '', to = from] = wanted.replace(/[$,\s]/g, '').split(/[-–]/, 2)
  return to === from
    ? String(value).startsWith(from)
    : value >= Number(from) && value <= (to === '' ? Number.POSITIVE_INFINITY : Number(to))
}

/** Returns the quantities from which most of the products are cheaper for their viewer, ascending. */
function priceBreaks(products: readonly Product[]): number[] {
  const quantities = products.flatMap(({ prices }) => prices.slice(1).map((step) => step.minQuantity))
  return [...Map.groupBy(quantities, (quantity) => quantity)]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_BREAKS)
    .map(([quantity]) => quantity)
    .sort((a, b) => a - b)
}
