import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { href, useNavigate } from 'react-router'
import type { Category } from '#shop/catalogue/categories/category.ts'
import type { ProductDetails } from '#shop/catalogue/details/product-details-json.server.ts'
import type { FullManagedProduct } from '#shop/catalogue/product.ts'
import { StaleProduct, sendProductChanges } from '#shop/product-admin/manage-products-client.ts'
import { type ProductChanges, productChanges, withLowestPrice } from '#shop/product-admin/product-forms.ts'
import { showToast } from '#ui/toast.ts'
import { useSite } from '#web/page-head.tsx'
import { type EditConflict, EditConflictPanel } from './edit-conflict.tsx'
import { editsOf, mergeEdits, type ProductField, type ProductValues, valuesOf } from './product-edits.ts'
import { ProductForm } from './product-form.tsx'
import { productResolver } from './product-resolver.ts'
import { StockMovements } from './stock-movements.tsx'
import { useProductFiles } from './use-product-files.ts'

type EditProductFormProps = {
  product: FullManagedProduct
  details: ProductDetails
  categories: readonly Category[]
}

/** Edits a product: untouched fields are neither validated nor sent (product 5.5, 10.19). */
export function EditProductForm({ product, details, categories }: EditProductFormProps) {
  const [seen, setSeen] = useState(product)
  const [conflict, setConflict] = useState<EditConflict | null>(null)
  const files = useProductFiles(details)
  const navigate = useNavigate()
  const lowest = useSite()?.lowestPrice
  const form = useForm<ProductValues, unknown, ProductChanges>({
    resolver: productResolver(
      withLowestPrice(productChanges, () => lowest),
      categories,
      (values) => editsOf(values, valuesOf(seen)),
    ),
    defaultValues: valuesOf(product),
  })

  const send = async (edits: ProductChanges, onSent: () => void) => {
    const { _id: id, version, quantity: quantitySeen } = seen
    const hasEdits = Object.keys(edits).length > 0
    const missing = whatIsMissing(hasEdits || files.isEdited, conflict)
    if (missing) return form.setError('root', { message: missing })
    try {
      if (hasEdits) {
        show(await sendProductChanges(id, { ...edits, version, quantitySeen }))
        onSent()
      }
    } catch (error) {
      if (error instanceof StaleProduct) return meet(error.product)
      throw error
    }
    await files.save(id)
    const view = { text: 'View', run: async () => navigate(href('/purchase/:id', { id })) }
    await showToast('success', 'Product Updated Successfully', view)
  }
  const show = (product: FullManagedProduct) => {
    setSeen(product)
    setConflict(null)
    form.reset(valuesOf(product))
  }
  const meet = (theirs: FullManagedProduct) => {
    const mine = form.getValues()
    const newer = valuesOf(theirs)
    const { takenOver, inConflict } = mergeEdits(valuesOf(seen), mine, newer)
    for (const field of takenOver) form.setValue(field, newer[field])
    setConflict({ takenOver, inConflict, mine: { ...mine }, theirs: newer, chosen: {} })
    // From now on, edits are relative to the newer product.
    setSeen(theirs)
  }
  const choose = (conflict: EditConflict, field: ProductField, side: 'mine' | 'theirs') => {
    setConflict({ ...conflict, chosen: { ...conflict.chosen, [field]: side } })
    form.setValue(field, conflict[side][field])
  }
  return (
    <ProductForm
      form={form}
      send={send}
      categories={categories}
      skuHint="Unique; earlier orders keep the SKU they were placed with"
      button="Update"
      files={files}
      onDiscard={() => show(seen)}
      aside={<StockMovements productId={seen._id} version={seen.version} />}
    >
      {conflict && (
        <EditConflictPanel
          conflict={conflict}
          categories={categories}
          onChoose={(field, side) => choose(conflict, field, side)}
        />
      )}
    </ProductForm>
  )
}

function whatIsMissing(hasEdits: boolean, conflict: EditConflict | null): string | undefined {
  const isOpen = conflict?.inConflict.some((field) => !conflict.chosen[field])
  if (isOpen) return 'Choose which value to keep for each field above.'
  return hasEdits ? undefined : 'There are no changes to save.'
}
