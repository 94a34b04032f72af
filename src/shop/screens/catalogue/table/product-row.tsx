import { type ComponentType, memo } from 'react'
import { Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { CompareCheckbox } from '#shop/catalogue/compare/compare-choice.tsx'
import type { Product } from '#shop/catalogue/product.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import type { LengthUnit } from '#shop/catalogue/specifications/length-unit.ts'
import { textWithUnit, valueText } from '#shop/catalogue/specifications/specification-text.ts'
import { ownPerPrice } from '#shop/prices/shown/own-price.ts'
import { OwnPrice } from '#shop/prices/shown/own-price.tsx'
import { Image } from '#ui/image.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'

/** A column for a specification; a spare one is shown only where there is room. */
export type TableColumn = { specification: Specification; isSpare: boolean; isWide: boolean }

export type OrderCell = ComponentType<{ product: Product }>

type ProductRowProps = {
  product: Product
  /** Whether the head of its family stands above it. */
  isOfFamily: boolean
  columns: TableColumn[]
  lengths: LengthUnit
  isCurrent: boolean
  isFirst: boolean
  breaks: number[]
  Order: OrderCell
}

// As many values have room in the second line of a phone's row.
const BRIEF_VALUES = 2

/** A product in one line; on a phone in two. */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, isOfFamily, columns, lengths, isCurrent, isFirst, breaks, Order } = props
  const { sku, name, imgURL, minQuantity, quantity, specifications } = product
  const size = isOfFamily && product.size && name.includes(product.size) ? product.size : null
  const brief = columns
    .filter(({ isSpare }) => !isSpare)
    .flatMap(({ specification }) => {
      const value = specifications[specification.key]
      return value === undefined ? [] : [textWithUnit(specification, value, lengths)]
    })
    .slice(0, BRIEF_VALUES)
  const prices = breaks.flatMap((quantity) =>
    quantity > minQuantity ? `${fromText(quantity)} ${priceFrom(product, quantity)}` : [],
  )
  return (
    <tr className={isCurrent ? 'product-row-current' : undefined}>
      <td className="col-compare">
        <CompareCheckbox product={product} on="row" />
      </td>
      <td className="col-image">{!isOfFamily && <RowImage imgURL={imgURL} />}</td>
      <td className="col-sku" title={sku}>
        {sku}
      </td>
      <th scope="row" className="col-name" title={name}>
        {isCurrent ? (
          <span aria-current="true">
            <em>(this tool)</em> {name}
          </span>
        ) : (
          // One prefetched link is enough for the router to know the route.
          <Link
            to={productPath(product)}
            discover={isFirst ? 'render' : 'none'}
            prefetch="intent"
            className="product-row-name hover-underline two-lines"
            aria-label={size ? name : undefined}
          >
            <KeepUnits text={size ?? name} />
          </Link>
        )}
        <span className="product-row-brief soft font-400 clip">
          {sku}
          {[...prices, ...brief].map((text) => (
            <span key={text}> · {text}</span>
          ))}
        </span>
      </th>
      {columns.map((column) => {
        const { specification } = column
        const value = specifications[specification.key]
        const text = value === undefined ? '' : valueText(specification, value, lengths)
        return (
          <td key={specification.key} className={columnClass(column)} title={text}>
            {value === undefined ? <span aria-hidden="true">–</span> : text}
          </td>
        )
      })}
      <td className="col-minimum">{minQuantity.toLocaleString('en-US')}</td>
      <td className="col-stock">{quantity.toLocaleString('en-US')}</td>
      <td className="col-price">
        <OwnPrice product={product} isAtMinimum={breaks.length > 0} />
      </td>
      {breaks.map((quantity) => (
        <td key={quantity} className="col-break">
          {quantity > minQuantity && priceFrom(product, quantity)}
        </td>
      ))}
      <td className="col-order">
        <Order product={product} />
      </td>
    </tr>
  )
})

type FamilyRowProps = { family: string; first: Product; columns: TableColumn[] }

/** The head of a family, whose sizes are the rows below. */
export function FamilyRow({ family, first, columns }: FamilyRowProps) {
  return (
    <tr className="family-row">
      <td className="col-compare" />
      <td className="col-image">
        <RowImage imgURL={first.imgURL} />
      </td>
      <td className="col-sku" />
      <th scope="rowgroup" className="col-name" title={family}>
        {family}
      </th>
      {columns.map((column) => (
        <td key={column.specification.key} className={columnClass(column)} />
      ))}
      {lastColumns([]).map((column) => (
        <td key={column.head} className={column.className} />
      ))}
    </tr>
  )
}

function RowImage({ imgURL }: { imgURL: string }) {
  return <Image imgURL={imgURL} alt="" width={400} height={300} sizes="2rem" background />
}

export const lastColumns = (breaks: number[]) => [
  { head: 'Min', className: 'col-minimum' },
  { head: 'Stock', className: 'col-stock' },
  { head: 'Price', className: 'col-price' },
  ...breaks.map((quantity) => ({ head: fromText(quantity), className: 'col-break' })),
  { head: 'Quantity', className: 'col-order' },
]

const fromText = (quantity: number) => `${quantity.toLocaleString('en-US')}+`
const priceFrom = (product: Product, quantity: number) =>
  formatDollars(dollarsToCents(ownPerPrice(product, quantity)))

const columns = {
  number: 'col-value col-value-number',
  wide: 'col-value col-value-wide',
  spare: 'col-value col-value-spare',
}

export function columnClass({ specification, isSpare, isWide }: TableColumn): string {
  const isNumber = specification.kind === 'number'
  const kind = isNumber ? columns.number : isWide ? columns.wide : 'col-value'
  return isSpare ? `${columns.spare} ${kind}` : kind
}
