import type { Product } from '#shop/catalogue/product.ts'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { ManagedProductRow } from './managed-product-row.tsx'

type ManagedProductsTableProps = { products: Product[]; onDelete: (product: Product) => void }

/** The tools as their keeper sees them. */
export function ManagedProductsTable({ products, onDelete }: ManagedProductsTableProps) {
  return (
    <ResponsiveTable
      columns={['Product', 'Price', 'Stock', 'Minimum order', 'Actions']}
      className="managed-products"
    >
      {products.map((product) => (
        <ManagedProductRow key={product._id} product={product} onDelete={() => onDelete(product)} />
      ))}
    </ResponsiveTable>
  )
}
