import type { Specification } from '#shop/catalogue/categories/category.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { useLengthUnit } from '#shop/catalogue/specifications/length-unit.ts'
import { textWithUnit, usedSpecifications } from '#shop/catalogue/specifications/specification-text.ts'
import { UnitSwitch } from '#shop/catalogue/specifications/unit-switch.tsx'

type SpecificationTableProps = { product: Product; specifications: Specification[] }

/** A product's specifications, in the visitor's unit of length; renders nothing without values. */
export function SpecificationTable({ product, specifications }: SpecificationTableProps) {
  const lengths = useLengthUnit()
  const used = usedSpecifications(specifications, [product])
  if (used.length === 0) return null
  return (
    <section className="product-section" aria-labelledby="specifications">
      <div className="justify-between gap-8 gap-x-24 row">
        <h2 id="specifications" className="product-section-title">
          Specifications
        </h2>
        {used.some(({ unit }) => unit === 'mm') && <UnitSwitch />}
      </div>
      <table className="specification-table ruled mt-12 w-full">
        <tbody>
          {used.map((specification) => (
            <tr key={specification.key}>
              <th className="soft font-400" scope="row">
                {specification.name}
              </th>
              <td className="font-600 break-anywhere">
                {textWithUnit(specification, product.specifications[specification.key] ?? '', lengths)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
