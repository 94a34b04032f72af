import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { sendProductRestore } from '#shop/catalogue/admin/manage-products-client.ts'
import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'

/**
 * The products deleted on this page, and a function to restore them; `onChanged` runs after each
 * change.
 */
export function useDeletedProducts(onChanged: () => void) {
  const { reload } = useReload()
  const [deleted, setDeleted] = useState<ManagedProduct[]>([])
  const undo = async (product: ManagedProduct) => {
    try {
      await sendProductRestore(product._id)
    } catch (error) {
      return showToast('error', refusalText(error))
    }
    setDeleted((before) => before.filter(({ _id }) => _id !== product._id))
    onChanged()
    await reload()
    await showToast('success', `${product.name} is back`)
  }
  const addDeleted = (product: ManagedProduct) => {
    setDeleted((before) => [product, ...before])
    onChanged()
    const action = { text: 'Undo', run: () => undo(product) }
    // product 8.6
    void showToast('success', 'Succesfully Product Delete', action)
  }
  return { deleted, addDeleted, undo }
}
