import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { StaleProduct, sendProductChanges } from '#shop/catalogue/admin/manage-products-client.ts'
import { type ProductChanges, productChanges } from '#shop/catalogue/admin/product-forms.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { showToast } from '#ui/toast.ts'
import { type EditConflict, EditConflictPanel } from './edit-conflict.tsx'
import {
  editsOf,
  mergeEdits,
  type ProductField,
  type ProductValues,
  valuesOf,
} from './product-edits.ts'
import { ProductForm } from './product-form.tsx'
import { productResolver } from './product-resolver.ts'
import { StockMovements } from './stock-movements.tsx'

type EditProductFormProps = { product: ManagedProduct; categories: readonly Category[] }

/** Edits a product: untouched fields are neither validated nor sent (product 5.5, 10.19). */
export function EditProductForm({ product, categories }: EditProductFormProps) {
  const [seen, setSeen] = useState(product)
  const [conflict, setConflict] = useState<EditConflict | null>(null)
  const form = useForm<ProductValues, unknown, ProductChanges>({
    resolver: productResolver(productChanges, categories, (values) =>
      editsOf(values, valuesOf(seen)),
    ),
    defaultValues: valuesOf(product),
  })

  const send = async (edits: ProductChanges, onSent: () => void) => {
    const missing = whatIsMissing(edits, conflict)
    if (missing) return form.setError('root', { message: missing })
    const { version, quantity: quantitySeen } = seen
    try {
      const saved = await sendProductChanges(seen._id, { ...edits, version, quantitySeen })
      onSent()
      setSeen(saved)
      setConflict(null)
      form.reset(valuesOf(saved))
    } catch (error) {
      if (error instanceof StaleProduct) return meet(error.product)
      throw error
    }
    await showToast('success', 'Product Updated Successfully')
  }
  const meet = (theirs: ManagedProduct) => {
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
    <div className="edit-product">
      <ProductForm
        form={form}
        send={send}
        categories={categories}
        skuHint="Unique; earlier orders keep the SKU they were placed with"
        button="Update"
      >
        {conflict && (
          <EditConflictPanel
            conflict={conflict}
            categories={categories}
            onChoose={(field, side) => choose(conflict, field, side)}
          />
        )}
      </ProductForm>
      <StockMovements productId={seen._id} version={seen.version} />
    </div>
  )
}

function whatIsMissing(edits: ProductChanges, conflict: EditConflict | null): string | undefined {
  const isOpen = conflict?.inConflict.some((field) => !conflict.chosen[field])
  if (isOpen) return 'Choose which value to keep for each field above.'
  return Object.keys(edits).length === 0 ? 'There are no changes to save.' : undefined
}
