import { useEffect, useRef, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import type { Cents } from '#platform/money.ts'
import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { StaleProduct, sendProductChanges } from '#shop/product-admin/manage-products-client.ts'
import type { ProductChanges } from '#shop/product-admin/product-forms.ts'
import { showToast } from '#ui/toast.ts'
import { useDraftState } from '#web/drafts/use-draft.ts'
import { useSite } from '#web/page-head.tsx'
import { useReload } from '#web/session-end.ts'
import { numberCellId } from './number-cell.tsx'
import {
  checkDraft,
  countChanges,
  type NumberField,
  newerText,
  type ProductDraft,
  type ProductDrafts,
  readDrafts,
  undoOf,
  withTyped,
} from './product-drafts.ts'

type Saved = {
  before: ManagedProduct
  after: ManagedProduct
  changes: ProductChanges
  /** What brings the earlier numbers back, as far as the rules allow. */
  undo: ProductChanges
}

/** The numbers typed into the list, and what was saved last. */
export function useProductDrafts() {
  const { reload } = useReload()
  const lowest = useSite()?.lowestPrice
  const [drafts, setDrafts, settle] = useDraftState<ProductDrafts>('numbers', {}, readDrafts)
  const [saved, setSaved] = useState<Saved[]>([])
  const [isBusy, setBusy] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const lastTyped = useRef('')
  useEffect(() => {
    if (attempts === 0) return
    const wrong = document.querySelector<HTMLElement>('.cell-input[aria-invalid]')
    // The button that saved is gone.
    const isLost = document.activeElement === document.body
    const next = wrong ?? (isLost ? document.getElementById(lastTyped.current) : null)
    next?.focus()
  }, [attempts])

  const type = (product: ManagedProduct, field: NumberField, text: string) => {
    setSaved([])
    lastTyped.current = numberCellId(product._id, field)
    setDrafts(withTyped(drafts, product, field, text))
  }
  const discard = () => settle({})
  const save = async () => {
    if (isBusy || Object.keys(drafts).length === 0) return
    setBusy(true)
    const stored: Saved[] = []
    const left: ProductDrafts = {}
    for (const [id, draft] of Object.entries(drafts)) {
      const result = await saveDraft(draft, lowest)
      if ('after' in result) stored.push(result)
      else left[id] = result
    }
    setSaved(stored)
    if (Object.keys(left).length === 0) settle({})
    else setDrafts(left)
    await reload()
    setBusy(false)
    // The errors are in the document after the next render.
    setAttempts(attempts + 1)
    // product 8.5, 8.6
    if (Object.keys(left).length > 0) await showToast('error', 'Something went wrong')
    else await showToast('success', 'Product Updated Successfully')
  }
  const undo = async () => {
    setBusy(true)
    const left: Saved[] = []
    let refused = ''
    for (const change of saved) {
      try {
        if (Object.keys(change.undo).length > 0) await sendChanges(change.after, change.undo)
      } catch (error) {
        refused = `${change.before.name}: ${refusalText(error)}`
        left.push(change)
      }
    }
    setSaved(left)
    await reload()
    setBusy(false)
    if (refused === '') await showToast('success', 'The changes were undone')
    else await showToast('error', refused)
  }
  return {
    drafts,
    changed: countChanges(drafts),
    saved: countFields(saved.map(({ changes }) => changes)),
    undoable: countFields(saved.map(({ undo }) => undo)),
    isBusy,
    type,
    discard,
    save,
    undo,
  }
}

export type ProductDraftsState = ReturnType<typeof useProductDrafts>

/** Saves a draft; returns the draft with its errors when it is wrong or refused. */
async function saveDraft(
  { seen, typed }: ProductDraft,
  lowest: Cents | undefined,
): Promise<Saved | ProductDraft> {
  const draft = { seen, typed }
  const checked = checkDraft(draft, lowest)
  if ('wrong' in checked) return { ...draft, ...checked }
  const { changes } = checked
  try {
    const after = await sendChanges(seen, changes)
    return { before: seen, after, changes, undo: undoOf(seen, changes, lowest) }
  } catch (error) {
    if (error instanceof StaleProduct) {
      // From now on, the draft is relative to the newer product.
      return { ...draft, seen: error.product, error: newerText(draft, error.product) }
    }
    return { ...draft, error: refusalText(error) }
  }
}

function sendChanges(seen: ManagedProduct, changes: ProductChanges): Promise<ManagedProduct> {
  const { _id, version, quantity: quantitySeen } = seen
  return sendProductChanges(_id, { ...changes, version, quantitySeen })
}

function countFields(changes: ProductChanges[]): number {
  return changes.reduce((sum, fields) => sum + Object.keys(fields).length, 0)
}
