import { useId } from 'react'
import { href, Link, useLocation } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { buttonVariant } from '#ui/button.tsx'
import { Image } from '#ui/image.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { RowActions } from '#ui/lists/row-actions.tsx'
import type { Selection } from './categorize-products.tsx'
import { stockNote } from './manage-products.ts'

type ManagedProductsTableProps = {
  products: ManagedProduct[]
  categories: readonly Category[]
  selection: Selection
  onDelete: (product: ManagedProduct) => void
}

/** The admin's table of products. */
export function ManagedProductsTable(props: ManagedProductsTableProps) {
  const { products, categories, selection, onDelete } = props
  const names = new Map(categories.map(({ slug, name }) => [slug, name]))
  return (
    <ResponsiveTable
      columns={[
        'Product',
        { name: 'Price', className: 'col-number product-price' },
        { name: 'Stock', className: 'col-number product-stock' },
        { name: 'Minimum order', className: 'col-number product-minimum' },
        { name: 'Actions', className: 'col-actions' },
      ]}
      className="managed-products"
    >
      {products.map((product) => (
        <ManagedProductRow
          key={product._id}
          product={product}
          category={names.get(product.category ?? '')}
          isSelected={selection.has(product._id)}
          onSelect={() => selection.toggle(product._id)}
          onDelete={() => onDelete(product)}
        />
      ))}
    </ResponsiveTable>
  )
}

type ManagedProductRowProps = {
  product: ManagedProduct
  /** The name of its category, if it has one. */
  category: string | undefined
  isSelected: boolean
  onSelect: () => void
  onDelete: () => void
}

function ManagedProductRow(props: ManagedProductRowProps) {
  const { product, category, isSelected, onSelect, onDelete } = props
  const id = useId()
  const { search } = useLocation()
  const note = stockNote(product)
  return (
    <tr>
      <th scope="row">
        <span className="row-product">
          <input
            type="checkbox"
            className="row-select"
            aria-label={`Select ${product.name}`}
            checked={isSelected}
            onChange={onSelect}
          />
          <Image imgURL={product.imgURL} alt="" sizes="3rem" width={48} height={36} background />
          <span id={id} title={`${product.name}, ${product.sku}`}>
            {product.name} <small className="row-note">{product.sku}</small>
            {category && <small className="row-note">{category}</small>}
          </span>
        </span>
      </th>
      <td data-label="Price" className="col-number">
        {formatDollars(dollarsToCents(product.perPrice))}
      </td>
      <td data-label="Stock" className="col-number">
        <span className="stock-and-note">
          {note && <span className="status-badge status-badge-warning">{note}</span>}
          {product.quantity.toLocaleString('en-US')}
        </span>
      </td>
      <td data-label="Minimum order" className="col-number">
        {product.minQuantity.toLocaleString('en-US')}
      </td>
      <RowActions headingId={id} onDelete={onDelete}>
        <Link
          to={href('/dashboard/manage-products/:id', { id: product._id })}
          // Returning from the form restores this position in the list.
          state={{ list: search }}
          className={buttonVariant.strong}
          aria-describedby={id}
        >
          Update
        </Link>
      </RowActions>
    </tr>
  )
}
