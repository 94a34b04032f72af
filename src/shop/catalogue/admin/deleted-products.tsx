import type { Product } from '#shop/catalogue/product.ts'
import { Button } from '#ui/button.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'

type DeletedProductsProps = { products: Product[]; onUndo: (product: Product) => Promise<void> }

/** What was deleted on this page, with a way back that stays longer than a notice at the top right. */
export function DeletedProducts({ products, onUndo }: DeletedProductsProps) {
  return (
    <div className="deleted-products" role="status">
      {products.map((product) => (
        <p key={product._id}>
          <span>
            Deleted:{' '}
            <strong>
              <KeepUnits text={product.name} />
            </strong>
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
