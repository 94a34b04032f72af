import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { adminCatalogueApi } from '#shop/product-admin/manage-products-client.ts'
import { Button } from '#ui/button.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'

/** The products deleted on this page, and a function to restore them; `onRestored` runs after that. */
export function useDeletedProducts(onRestored: () => void) {
  const { reload } = useReload()
  const [deleted, setDeleted] = useState<ManagedProduct[]>([])
  const undo = async (product: ManagedProduct) => {
    try {
      const param = { id: product._id }
      await adminCatalogueApi.products.restore[':id'].$put({ param })
    } catch (error) {
      return showToast('error', refusalText(error))
    }
    setDeleted((before) => before.filter(({ _id }) => _id !== product._id))
    onRestored()
    await reload()
    await showToast('success', `${product.name} is back`)
  }
  const addDeleted = (product: ManagedProduct) => {
    setDeleted((before) => [product, ...before])
    const action = { text: 'Undo', run: () => undo(product) }
    // product 8.6
    void showToast('success', 'Succesfully Product Delete', action)
  }
  return { deleted, addDeleted, undo }
}

type DeletedProductsProps = {
  products: ManagedProduct[]
  onUndo: (product: ManagedProduct) => Promise<void>
}

/** Lists the products deleted on this page, each with an undo that outlasts the toast. */
export function DeletedProducts({ products, onUndo }: DeletedProductsProps) {
  return (
    <div role="status">
      {products.map((product) => (
        <p
          className="callout callout-success flex items-center justify-between gap-16 mb-12 py-8 break-anywhere"
          key={product._id}
        >
          <span>
            Deleted:{' '}
            <strong>
              <KeepUnits text={product.name} />
            </strong>{' '}
            ({product.sku})
          </span>
          <Button variant="quiet" aria-label={`Undo: ${product.name}`} onClick={() => onUndo(product)}>
            Undo
          </Button>
        </p>
      ))}
    </div>
  )
}
