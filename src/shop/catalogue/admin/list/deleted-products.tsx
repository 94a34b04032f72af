import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { Button } from '#ui/button.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'

type DeletedProductsProps = {
  products: ManagedProduct[]
  onUndo: (product: ManagedProduct) => Promise<void>
}

/** Lists the products deleted on this page, each with an undo that outlasts the toast. */
export function DeletedProducts({ products, onUndo }: DeletedProductsProps) {
  return (
    <div className="deleted-products" role="status">
      {products.map((product) => (
        <p key={product._id}>
          <span>
            Deleted:{' '}
            <strong>
              <KeepUnits text={product.name} />
            </strong>{' '}
            ({product.sku})
          </span>
          <Button
            variant="quiet"
            aria-label={`Undo: ${product.name}`}
            onClick={() => onUndo(product)}
          >
            Undo
          </Button>
        </p>
      ))}
    </div>
  )
}
