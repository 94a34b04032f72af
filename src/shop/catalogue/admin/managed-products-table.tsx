import type { Product } from '#shop/catalogue/product.ts'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { ManagedProductRow } from './managed-product-row.tsx'

type ManagedProductsTableProps = { products: Product[]; onDelete: (product: Product) => void }

/** The admin's table of products. */
export function ManagedProductsTable({ products, onDelete }: ManagedProductsTableProps) {
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
        <ManagedProductRow key={product._id} product={product} onDelete={() => onDelete(product)} />
      ))}
    </ResponsiveTable>
  )
}
