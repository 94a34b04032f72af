import { ManagedProductRow } from './managed-product-row.tsx'
import type { Product } from './product.ts'

type ManagedProductsTableProps = { products: Product[]; onDelete: (product: Product) => void }

/** The tools as their keeper sees them. */
export function ManagedProductsTable({ products, onDelete }: ManagedProductsTableProps) {
  return (
    <div className="table-frame">
      <table className="table stacked-table managed-products">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Price</th>
            <th scope="col">Stock</th>
            <th scope="col">Minimum order</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <ManagedProductRow
              key={product._id}
              product={product}
              onDelete={() => onDelete(product)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
