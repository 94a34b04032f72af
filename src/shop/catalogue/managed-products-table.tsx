import { StackedTable } from '#ui/stacked-table.tsx'
import { ManagedProductRow } from './managed-product-row.tsx'
import type { Product } from './product.ts'

type ManagedProductsTableProps = { products: Product[]; onDelete: (product: Product) => void }

/** The tools as their keeper sees them. */
export function ManagedProductsTable({ products, onDelete }: ManagedProductsTableProps) {
  return (
    <StackedTable
      columns={['Product', 'Price', 'Stock', 'Minimum order', 'Actions']}
      className="managed-products"
    >
      {products.map((product) => (
        <ManagedProductRow key={product._id} product={product} onDelete={() => onDelete(product)} />
      ))}
    </StackedTable>
  )
}
