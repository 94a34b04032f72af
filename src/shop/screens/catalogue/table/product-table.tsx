import { type KeyboardEvent, memo, useCallback, useMemo } from 'react'
import type { Product } from '#shop/catalogue/product.ts'
import { useLengthUnit } from '#shop/catalogue/specifications/length-unit.ts'
import { shownUnit } from '#shop/catalogue/specifications/specification-text.ts'
import { lowestPrice } from '#shop/prices/shown/own-price.ts'
import { type TableRow, tableRows } from '#shop/search/table/table-rows.ts'
import { MAX_COLUMNS, type TableSection } from '#shop/search/table/table-sections.ts'
import { columnClass, FamilyRow, lastColumns, type OrderCell, ProductRow } from './product-row.tsx'
import { moveToBox, RowOrder } from './row-order.tsx'
import { useShownRows } from './use-shown-rows.ts'

type ProductTableProps = {
  caption: string
  products: Product[]
  sections: TableSection[]
  /** The keys of the columns to show; null for those in which the products differ most. */
  columns?: string[] | null
  /** The id of the product that the page is about; its row is marked. */
  currentId?: string
  /** For sizes of one family: the quantities from which they have prices in columns of their own. */
  breaks?: number[]
  /** What the last cell of a row has, if not a quantity that is added at once. */
  Order?: OrderCell
}

/** A dense table, in sections of categories. Enter in a box adds and goes to the next; arrow keys only move. */
export const ProductTable = memo(function ProductTable(props: ProductTableProps) {
  const { caption, products, sections, columns = null, currentId, breaks, Order = RowOrder } = props
  // In the order of the sections, so that the rows rendered first are those on the screen.
  const inSections = useMemo(() => {
    const byCategory = Map.groupBy(products, ({ category }) => category)
    return sections.flatMap(({ category }) => {
      const rows = tableRows(byCategory.get(category) ?? [])
      return breaks ? rows.filter(({ kind }) => kind === 'product') : rows
    })
  }, [products, sections, breaks])
  const shown = useShownRows(inSections)
  const hasSteps = !breaks && products.some((product) => lowestPrice(product) !== null)
  const byCategory = Map.groupBy(inSections.slice(0, shown), categoryOf)
  return (
    <div className={`product-table-frame ${hasSteps ? 'product-table-steps' : ''}`}>
      {sections.map((section) => {
        const rows = byCategory.get(section.category) ?? []
        return (
          rows.length > 0 && (
            <SectionTable
              key={section.category}
              name={sections.length > 1 ? section.name : 'Name'}
              caption={sections.length > 1 ? `${caption}, ${section.name}` : caption}
              section={section}
              products={products}
              rows={rows}
              columns={columns}
              currentId={currentId}
              breaks={breaks}
              Order={Order}
            />
          )
        )
      })}
      {shown < inSections.length && <MissingRows count={inSections.length - shown} />}
    </div>
  )
})

function categoryOf(row: TableRow): string | null {
  return (row.kind === 'product' ? row.product : row.first).category
}

/** Reserves the space of rows that are not rendered yet, so that the page has its height at once. */
function MissingRows({ count }: { count: number }) {
  const attach = useCallback(
    (element: HTMLElement | null) => {
      element?.style.setProperty('--rows-missing', String(count))
    },
    [count],
  )
  return <div ref={attach} className="product-table-missing" />
}

type SectionTableProps = {
  name: string
  caption: string
  section: TableSection
  products: Product[]
  rows: TableRow[]
  columns: string[] | null
  currentId: string | undefined
  breaks: number[] | undefined
  Order: OrderCell
}

// A stable one, so that rows do not re-render.
const NO_BREAKS: number[] = []

function SectionTable(props: SectionTableProps) {
  const { name, caption, section, products, rows, columns, currentId, breaks = NO_BREAKS, Order } = props
  const lengths = useLengthUnit()
  // Stable columns, so that rows do not re-render.
  const shown = useMemo(() => shownColumns(section, columns, products), [section, columns, products])
  const isFull = columns !== null && shown.length > ALWAYS_SHOWN
  return (
    <table
      className={`dense-table w-full product-table text-13 ${isFull ? 'product-table-full' : ''}`}
      onKeyDown={moveThroughBoxes}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <td className="col-compare" />
          <td className="col-image" />
          <th scope="col" className="col-sku">
            SKU
          </th>
          <th scope="col" className="col-name">
            {name}
          </th>
          {shown.map((column) => {
            const unit = shownUnit(column.specification, lengths)
            const { key, name } = column.specification
            return (
              <th key={key} scope="col" data-column={key} className={columnClass(column)} title={name}>
                <span className="two-lines">{name}</span>
                {unit && <span className="soft font-400"> ({unit})</span>}
              </th>
            )
          })}
          {lastColumns(breaks).map(({ head, className }) => (
            <th key={head} scope="col" className={className}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) =>
          row.kind === 'family' ? (
            <FamilyRow key={`family ${row.first._id}`} {...row} columns={shown} />
          ) : (
            <ProductRow
              key={row.product._id}
              product={row.product}
              isOfFamily={row.isOfFamily}
              columns={shown}
              lengths={lengths}
              isCurrent={row.product._id === currentId}
              isFirst={index <= 1}
              breaks={breaks}
              Order={Order}
            />
          ),
        )}
      </tbody>
    </table>
  )
}

/** As many columns have room on every screen but a phone's. */
const ALWAYS_SHOWN = 3

/** As many wide columns leave room for the names; others have room for as many characters. */
const MAX_WIDE = 2
const NARROW = 10

/** The chosen columns, or those in which the products differ most, in the category's order. */
function shownColumns(section: TableSection, chosen: string[] | null, products: Product[]) {
  const { specifications, varied } = section
  const keys = chosen ?? varied
  const isLong = (value: unknown) => typeof value === 'string' && value.length > NARROW
  const wide = keys.filter((key) => products.some((product) => isLong(product.specifications[key])))
  return specifications
    .filter(({ key }) => keys.includes(key))
    .slice(0, MAX_COLUMNS)
    .map((specification) => ({
      specification,
      isSpare: chosen === null && varied.indexOf(specification.key) >= ALWAYS_SHOWN,
      isWide: wide.slice(0, MAX_WIDE).includes(specification.key),
    }))
}

/** ArrowDown goes to the next row's box, ArrowUp to the one before. */
function moveThroughBoxes(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !(event.target instanceof HTMLInputElement)) return
  if (moveToBox(event.target, step)) event.preventDefault()
}
