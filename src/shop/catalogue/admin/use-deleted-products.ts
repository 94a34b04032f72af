import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { RestRefusal } from '#platform/http/rest-client.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { showToast } from '#ui/toast.ts'
import { sendProductRestore } from './manage-products-client.ts'

/** What was deleted on this page, and the way back; `onChanged` runs when a row came or went. */
export function useDeletedProducts(onChanged: () => void) {
  const { revalidate } = useRevalidator()
  const [deleted, setDeleted] = useState<Product[]>([])
  const undo = async (product: Product) => {
    try {
      await sendProductRestore(product._id)
    } catch (error) {
      return showToast('error', faultText(error))
    }
    setDeleted((before) => before.filter(({ _id }) => _id !== product._id))
    onChanged()
    await revalidate()
    await showToast('success', `${product.name} is back`)
  }
  const noteDeleted = (product: Product) => {
    setDeleted((before) => [product, ...before])
    onChanged()
    const action = { text: 'Undo', run: () => undo(product) }
    // product 8.6
    void showToast('success', 'Succesfully Product Delete', action)
  }
  return { deleted, noteDeleted, undo }
}

function faultText(error: unknown): string {
  return error instanceof RestRefusal && error.status < 500 ? error.message : 'Something went wrong'
}
