import { useMemo, useState } from 'react'
import { isWanted, priceBreaks } from '#shop/catalogue/families/family-filters.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { useLengthUnit } from '#shop/catalogue/specifications/length-unit.ts'
import { valueText } from '#shop/catalogue/specifications/specification-text.ts'
import { UnitSwitch } from '#shop/catalogue/specifications/unit-switch.tsx'
import { ownPriceText } from '#shop/prices/shown/own-price.ts'
import { ProductTable } from '#shop/screens/catalogue/table/product-table.tsx'
import type { TableSection } from '#shop/search/table/table-sections.ts'
import { SizeQuantity, SizesForm } from './sizes-form.tsx'

type FamilyTableProps = { name: string; products: Product[]; sections: TableSection[] }

/** The sizes of a family, to be filtered by each column, with a quantity in each row. */
export function FamilyTable({ name, products, sections }: FamilyTableProps) {
  const lengths = useLengthUnit()
  const [wanted, setWanted] = useState<Record<string, string>>({})
  const breaks = useMemo(() => priceBreaks(products), [products])
  const varied = sections.flatMap(({ specifications, varied }) =>
    specifications.filter(({ key }) => varied.includes(key)),
  )
  const columns: { head: string; textOf: (product: Product) => string }[] = [
    { head: 'Size', textOf: ({ size, name }) => size ?? name },
    { head: 'SKU', textOf: ({ sku }) => sku },
    ...[...new Map(varied.map((one) => [one.key, one])).values()].map((specification) => ({
      head: specification.name,
      textOf: ({ specifications: { [specification.key]: value } }: Product) =>
        value === undefined ? '' : valueText(specification, value, lengths),
    })),
    { head: 'Min', textOf: ({ minQuantity }) => String(minQuantity) },
    { head: 'Stock', textOf: ({ quantity }) => String(quantity) },
    { head: 'Price', textOf: (product) => ownPriceText(product).split(',')[0] ?? '' },
  ]
  const filtered = columns.filter(({ head }) => wanted[head]?.trim())
  const shown = products.filter((product) =>
    filtered.every(({ head, textOf }) => isWanted(textOf(product), wanted[head] ?? '')),
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
        {columns.map(({ head }) => (
          <input
            key={head}
            className="field-input"
            aria-label={`Filter by ${head}`}
            placeholder={head}
            value={wanted[head] ?? ''}
            onChange={({ target }) => setWanted({ ...wanted, [head]: target.value })}
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
