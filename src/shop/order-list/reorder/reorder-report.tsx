import { useEffect, useRef, useState } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { countedLines, rebaseList } from '#shop/list-store/order-list.ts'
import { changeList, currentLines } from '#shop/list-store/order-list-store.ts'
import { type EarlierLine, readReorderState } from '#shop/list-store/reorder.ts'
import type { ListUndo } from '#shop/order-list/list-undo.tsx'
import { Notes } from '#shop/order-list/paste/paste-report.tsx'
import { lookUpProducts } from '#shop/search/catalogue-client.ts'
import { LoadFailure } from '#web/load-failure.tsx'
import { type Reordered, reorderLines } from './reorder-lines.ts'

/** Adds the orders of an “Order again” link to the list, and shows what differs from then. */
export function ReorderReport({ offerUndo }: { offerUndo: ListUndo['offer'] }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [earlier, setEarlier] = useState<EarlierLine[]>([])
  const [reordered, setReordered] = useState<Reordered | null>(null)
  const [error, setError] = useState<unknown>(null)
  const offer = useRef(offerUndo)
  offer.current = offerUndo

  // Clears the history state, so that a reload or going back adds nothing twice.
  useEffect(() => {
    const lines = readReorderState(state)
    if (lines.length === 0) return
    setEarlier(lines)
    void navigate(href('/order-list'), { replace: true, state: null, preventScrollReset: true })
  }, [state, navigate])

  useEffect(() => {
    if (earlier.length === 0 || error !== null) return
    lookUpProducts(earlier.map(({ productId }) => productId)).then((products) => {
      const before = currentLines()
      const result = reorderLines(earlier, products, before)
      setEarlier([])
      if (!changeList(() => result.lines)) return
      setReordered(result)
      offer.current({
        text: `${countedLines(result.added)} added.`,
        revert: (now) => rebaseList(result.lines, before, now),
      })
    }, setError)
  }, [earlier, error])

  if (error !== null) {
    return (
      <LoadFailure
        text="The earlier orders could not be added."
        error={error}
        onRetry={() => setError(null)}
      />
    )
  }
  if (!reordered || reordered.differences.length === 0) return null
  return (
    <div className="callout callout-warning">
      <Notes title="Different from the earlier order" lines={reordered.differences} />
    </div>
  )
}
