import type { Category } from '#shop/catalogue/categories/category.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import type { Selection } from './categorize-products.tsx'
import { ManagedProductRow } from './managed-product-row.tsx'

type ManagedProductsTableProps = {
  products: Product[]
  categories: readonly Category[]
  selection: Selection
  onDelete: (product: Product) => void
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
