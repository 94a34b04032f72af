import { type KeyboardEvent, memo, type ReactNode, useMemo, useState } from 'react'
import { Form, href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { readWholeNumber } from '#platform/written-number.ts'
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { CompareCheckbox } from '#shop/catalogue/pages/compare/compare-choice.tsx'
import { type Product, stockNote } from '#shop/catalogue/product.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { type LengthUnit, useLengthUnit } from '#shop/catalogue/specifications/length-unit.ts'
import {
  shownUnit,
  usedSpecifications,
  valueText,
} from '#shop/catalogue/specifications/specification-text.ts'
import { UnitSwitch } from '#shop/catalogue/specifications/unit-switch.tsx'
import { AddToList } from '#shop/order-list/store/add-to-list.tsx'
import { Image } from '#ui/image.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { QuantityInput } from './quantity-input.tsx'
import { useShownRows } from './use-shown-rows.ts'

type ProductTableProps = {
  /** The table's caption, for screen readers. */
  caption: string
  products: Product[]
  /** The columns between name and minimum order; those without a value are left out. */
  specifications: Specification[]
  /** The id of the product that the page is about; its row is marked. */
  currentId?: string
  /** False on a page that has a switch for the unit of length already. */
  hasUnitSwitch?: boolean
}

/**
 * A dense table of products. The header and the first column are sticky; Enter and the arrow keys move
 * through the quantity boxes.
 */
export const ProductTable = memo(function ProductTable(props: ProductTableProps) {
  const { caption, products, specifications, currentId, hasUnitSwitch = true } = props
  const lengths = useLengthUnit()
  const shown = useShownRows(products)
  // Stable columns for the same products, so that rows do not re-render.
  const columns = useMemo(
    () => usedSpecifications(specifications, products),
    [specifications, products],
  )
  return (
    <div className="product-table-place">
      {hasUnitSwitch && columns.some(({ unit }) => unit === 'mm') && <UnitSwitch />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the arrow keys */}
      <section className="product-table-frame" tabIndex={0} aria-label={caption}>
        <table className="dense-table product-table" onKeyDown={moveThroughBoxes}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Tool</th>
              {columns.map((column) => {
                const unit = shownUnit(column, lengths)
                return (
                  <th key={column.key} scope="col" className={alignment(column)}>
                    {column.name}
                    {unit && <span className="product-table-unit"> ({unit})</span>}
                  </th>
                )
              })}
              <th scope="col">Compare</th>
              <th scope="col" className="product-table-number">
                Minimum
              </th>
              <th scope="col" className="product-table-number">
                Stock
              </th>
              <th scope="col" className="product-table-number product-table-price">
                Price
              </th>
              <th scope="col" className="product-table-order-cell">
                Quantity
              </th>
            </tr>
          </thead>
          <tbody>
            {products.slice(0, shown).map((product, index) => (
              <ProductRow
                key={product._id}
                product={product}
                columns={columns}
                lengths={lengths}
                isCurrent={product._id === currentId}
                isFirst={index === 0}
              />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
})

type ProductRowProps = {
  product: Product
  columns: Specification[]
  lengths: LengthUnit
  isCurrent: boolean
  isFirst: boolean
}

const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, columns, lengths, isCurrent, isFirst } = props
  return (
    <tr className={isCurrent ? 'product-table-current' : undefined}>
      <th scope="row">
        <div className="product-table-tool">
          <Image imgURL={product.imgURL} alt="" width={400} height={300} sizes="3rem" background />
          <div>
            <span className="product-table-sku">{product.sku}</span>
            {isCurrent ? (
              <span aria-current="true">
                <KeepUnits text={product.name} /> <em>(this tool)</em>
              </span>
            ) : (
              // One prefetched link is enough for the router to know the route.
              <Link
                to={productPath(product)}
                discover={isFirst ? 'render' : 'none'}
                prefetch="intent"
              >
                <KeepUnits text={product.name} />
              </Link>
            )}
          </div>
        </div>
      </th>
      {columns.map((column) => (
        <td key={column.key} className={alignment(column)}>
          <Value product={product} column={column} lengths={lengths} />
        </td>
      ))}
      <td className="product-table-compare">
        <CompareCheckbox product={product} isShort />
      </td>
      <td className="product-table-number">{product.minQuantity.toLocaleString('en-US')}</td>
      <td className="product-table-number">{product.quantity.toLocaleString('en-US')}</td>
      <td className="product-table-number product-table-price">
        <strong>{formatDollars(dollarsToCents(product.perPrice))}</strong>
      </td>
      <td className="product-table-order-cell">
        <RowOrder product={product} />
      </td>
    </tr>
  )
})

/** The value of a product in a column; a dash, unread by screen readers, for none. */
export function Value(props: {
  product: Product
  column: Specification
  lengths: LengthUnit
}): ReactNode {
  const value = props.product.specifications[props.column.key]
  if (value !== undefined) return valueText(props.column, value, props.lengths)
  return <span aria-hidden="true">–</span>
}

/** Without scripts, Enter in the box opens the purchase form with its quantity. */
function RowOrder({ product }: { product: Product }) {
  const [text, setText] = useState(String(product.minQuantity))
  const note = stockNote(product)
  if (note) return <span className="product-table-note">{note}</span>
  return (
    <Form
      method="get"
      action={href('/purchase/:id', { id: product._id })}
      className="product-table-order"
    >
      <QuantityInput
        product={product}
        value={text}
        onChange={setText}
        label={`Quantity of ${product.name}`}
      />
      <AddToList product={product} quantity={readWholeNumber(text)} />
    </Form>
  )
}

function alignment({ kind }: Specification): string | undefined {
  return kind === 'number' ? 'product-table-number' : undefined
}

/** Enter and ArrowDown go to the next row's box, ArrowUp to the one before. */
function moveThroughBoxes(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  const { target, currentTarget } = event
  if (step === undefined || !(target instanceof HTMLInputElement)) return
  const boxes = [...currentTarget.querySelectorAll<HTMLInputElement>('input[name=quantity]')]
  const index = boxes.indexOf(target)
  if (index < 0) return
  // Enter would otherwise submit the row.
  event.preventDefault()
  boxes[index + step]?.focus()
}
