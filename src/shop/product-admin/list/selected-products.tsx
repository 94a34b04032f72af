import { useState } from 'react'
import { answerOf, refusalText } from '#platform/http/api/rest-client.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { CategoryOptions } from '#shop/catalogue/categories/category-options.tsx'
import { PrintLabels } from '#shop/product-admin/labels/print-labels.tsx'
import { adminCatalogueApi } from '#shop/product-admin/manage-products-client.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'
import { Selected, type Selection } from '#web/lists/list-selection.tsx'
import { useReload } from '#web/session-end.ts'

type SelectedProductsProps = {
  selection: Selection
  categories: readonly Category[]
  /** The search of the list, and how many products can be changed with the selected ones. */
  search: string
  foundCount: number
  /** Called when nothing is selected any more, with the buttons that had the focus. */
  onCleared: () => void
}

/** Gives one category to the selected products of the list, or to all found (product 12.6). */
export function SelectedProducts(props: SelectedProductsProps) {
  const { selection, categories, search, foundCount, onCleared } = props
  const { ids } = selection
  const { reload } = useReload()
  const [isAllFound, setAllFound] = useState(false)
  const [category, setCategory] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const canTakeAll = foundCount > ids.length
  const isAll = isAllFound && canTakeAll
  const total = isAll ? foundCount : ids.length
  const name = categories.find(({ slug }) => slug === category)?.name ?? 'no category'
  const clear = () => {
    selection.clear()
    onCleared()
  }
  const send = async () => {
    setBusy(true)
    const json = { category: category || null, products: isAll ? { search } : ids }
    try {
      const { changed } = await answerOf(adminCatalogueApi.productsCategory.$put({ json }))
      // The heading takes the focus, which a dialog keeps from it.
      setAsking(false)
      await reload()
      clear()
      await showToast('success', `${tools(changed)} changed`)
    } catch (error) {
      setBusy(false)
      setAsking(false)
      await showToast('error', refusalText(error))
    }
  }
  return (
    <>
      <Selected label="Selected products" text={`${tools(total)} selected`} onClear={clear}>
        {canTakeAll && (
          <label>
            <input type="checkbox" checked={isAllFound} onChange={() => setAllFound(!isAllFound)} />
            All {foundCount.toLocaleString('en-US')} found
          </label>
        )}
        <select
          aria-label="New category"
          className="field-input"
          value={category}
          onChange={({ currentTarget }) => setCategory(currentTarget.value)}
        >
          <option value="">No category</option>
          <CategoryOptions categories={categories} />
        </select>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Set category
        </Button>
        <PrintLabels ids={isAll ? [] : ids} text="Print labels (PDF)" />
      </Selected>
      {isAsking && (
        <ConfirmDialog
          title={`Set the category of ${tools(total)}?`}
          action="Set category"
          busy={isBusy}
          onConfirm={send}
          onCancel={() => setAsking(false)}
        >
          <p>
            Their category becomes <strong>{name}</strong>. They keep the values of specifications
            that are valid there, and lose the others.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function tools(count: number): string {
  return count === 1 ? '1 product' : `${count.toLocaleString('en-US')} products`
}
