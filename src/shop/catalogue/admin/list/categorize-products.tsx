import { type ReactNode, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { sendAssignment } from '#shop/catalogue/admin/categories/manage-categories-client.ts'
import { PrintLabels } from '#shop/catalogue/admin/labels/print-labels.tsx'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { CategoryOptions } from '#shop/catalogue/categories/category-options.tsx'
import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'

/** Which products of the list are selected. */
export type Selection = { has: (id: string) => boolean; toggle: (id: string) => void }

type CategorizeProductsProps = {
  products: readonly ManagedProduct[]
  categories: readonly Category[]
  /** The search of the list, and how many products it found. */
  search: string
  count: number
  children: (selection: Selection) => ReactNode
}

/** Gives one category to the selected products of the list, or to all found (product 12.6). */
export function CategorizeProducts(props: CategorizeProductsProps) {
  const { products, categories, search, count, children } = props
  const { reload } = useReload()
  const [selected, setSelected] = useState<readonly string[]>([])
  const [isAllFound, setAllFound] = useState(false)
  const [category, setCategory] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const chosen = products.filter(({ _id }) => selected.includes(_id))
  const isWholePage = chosen.length === products.length
  const isAll = isAllFound && isWholePage
  const total = isAll ? count : chosen.length
  const name = categories.find(({ slug }) => slug === category)?.name ?? 'no category'
  const toggle = (id: string) =>
    setSelected(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
  const send = async () => {
    setBusy(true)
    const target = category === '' ? null : category
    const which = isAll ? { search } : chosen.map(({ _id }) => _id)
    try {
      const changed = await sendAssignment(target, which)
      setSelected([])
      await reload()
      await showToast('success', `${tools(changed)} changed`)
    } catch (error) {
      await showToast('error', refusalText(error))
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <>
      <fieldset className="categorize-products" data-selected={total > 0 || undefined}>
        <legend className="visually-hidden">Category of several products</legend>
        <label className="select-products">
          <input
            type="checkbox"
            checked={isWholePage}
            onChange={() => setSelected(isWholePage ? [] : products.map(({ _id }) => _id))}
          />
          Select all on this page
        </label>
        {isWholePage && count > products.length && (
          <label className="select-products">
            <input type="checkbox" checked={isAllFound} onChange={() => setAllFound(!isAllFound)} />
            All {count.toLocaleString('en-US')} found
          </label>
        )}
        <span role="status">{total > 0 && `${tools(total)} selected`}</span>
        <select
          aria-label="New category"
          className="field-input"
          value={category}
          onChange={({ currentTarget }) => setCategory(currentTarget.value)}
        >
          <option value="">No category</option>
          <CategoryOptions categories={categories} />
        </select>
        <Button variant="quiet" disabled={total === 0} onClick={() => setAsking(true)}>
          Set category
        </Button>
        <PrintLabels ids={isAllFound ? [] : selected} text="Print labels (PDF)" />
      </fieldset>
      {children({ has: (id) => selected.includes(id), toggle })}
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
