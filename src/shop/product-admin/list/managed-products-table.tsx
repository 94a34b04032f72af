import { useId } from 'react'
import { href, Link, useLocation } from 'react-router'
import type { Category } from '#shop/catalogue/categories/category.ts'
import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { stockNote } from '#shop/product-admin/manage-products.ts'
import { buttonVariant } from '#ui/button.tsx'
import { Image } from '#ui/image.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { RowActions } from '#ui/lists/row-actions.tsx'
import type { Selection } from '#web/lists/list-selection.tsx'
import { NumberCell } from './number-cell.tsx'
import type { NumberField } from './product-drafts.ts'
import type { ProductDraftsState } from './use-product-drafts.ts'

type RowProps = {
  selection: Selection
  edits: ProductDraftsState
  onDelete: (product: ManagedProduct) => void
}

type ManagedProductsTableProps = RowProps & {
  products: ManagedProduct[]
  categories: readonly Category[]
}

export function ManagedProductsTable({ products, categories, ...row }: ManagedProductsTableProps) {
  const names = new Map(categories.map(({ slug, name }) => [slug, name]))
  return (
    <ResponsiveTable
      columns={[
        'Product',
        { name: 'Price', className: 'col-number', width: '6.5rem' },
        { name: 'Stock / minimum', className: 'col-number', width: 'var(--width-stock)' },
        { name: 'Actions', className: 'col-actions', width: 'var(--width-actions)' },
      ]}
      className="managed-products"
    >
      {products.map((product) => (
        <ManagedProductRow
          key={product._id}
          product={product}
          category={names.get(product.category ?? '')}
          {...row}
        />
      ))}
    </ResponsiveTable>
  )
}

type ManagedProductRowProps = RowProps & { product: ManagedProduct; category: string | undefined }

function ManagedProductRow(props: ManagedProductRowProps) {
  const { product, category, selection, edits, onDelete } = props
  const draft = edits.drafts[product._id]
  const id = useId()
  const { search } = useLocation()
  const path = href('/dashboard/manage-products/:id', { id: product._id })
  // Returning from the form restores this position in the list.
  const state = { list: search }
  const note = stockNote(product)
  const errorId = useId()
  const cell = (field: NumberField, label: string) => (
    <NumberCell
      product={product}
      field={field}
      label={label}
      draft={draft}
      errorId={draft?.wrong?.[field] ? `${errorId}-${field}` : draft?.error && errorId}
      isBusy={edits.isBusy}
      onType={(text) => edits.type(product, field, text)}
      onSave={edits.save}
    />
  )
  const wrong = (field: NumberField) =>
    draft?.wrong?.[field] && (
      <span id={`${errorId}-${field}`} className="row-error" role="alert">
        {draft.wrong[field]}
      </span>
    )
  return (
    <tr>
      <th scope="row">
        <span className="row-product line min-w-0 gap-10">
          <input
            type="checkbox"
            aria-label={`Select ${product.name}`}
            checked={selection.has(product._id)}
            onChange={() => selection.toggle(product._id)}
          />
          <Image imgURL={product.imgURL} alt="" sizes="3rem" width={48} height={36} background />
          <span id={id} title={`${product.name}, ${product.sku}`}>
            <Link to={path} state={state}>
              {product.name}
            </Link>{' '}
            <small className="row-note soft text-13 font-400">{product.sku}</small>
            {category && <small className="row-note soft text-13 font-400">{category}</small>}
          </span>
          {note && <small className="status-badge status-badge-warning">{note}</small>}
        </span>
        {draft?.error && (
          <span id={errorId} className="row-error" role="alert">
            {draft.error}
          </span>
        )}
      </th>
      <td data-label="Price" className="col-number">
        ${cell('perPrice', 'Price')}
        {wrong('perPrice')}
      </td>
      <td data-label="Stock / minimum" className="col-number">
        {cell('quantity', 'Stock')} / {cell('minQuantity', 'Minimum')}
        {wrong('quantity')}
        {wrong('minQuantity')}
      </td>
      <RowActions headingId={id} onDelete={() => onDelete(product)}>
        <Link to={path} state={state} className={buttonVariant.quiet} aria-describedby={id}>
          Update
        </Link>
      </RowActions>
    </tr>
  )
}
