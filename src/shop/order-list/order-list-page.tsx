import { useEffect } from 'react'
import { href, Link } from 'react-router'
import { useCurrentUser } from '#shop/auth/access/use-current-user.ts'
import { refreshList, useOrderList } from '#shop/order-list/store/order-list-store.ts'
import type { Order } from '#shop/orders/order.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { LoadFailure } from '#web/load-failure.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import { ListLines } from './list-lines.tsx'
import { listTotal } from './list-total.ts'
import { UndoNotice, useListUndo } from './list-undo.tsx'
import { DownloadCsv } from './named/download-csv.tsx'
import { NamedLists } from './named/named-lists.tsx'
import { PastePanel } from './paste/paste-panel.tsx'
import { FixAll } from './place/line-faults.tsx'
import { PlaceForm } from './place/place-form.tsx'
import { PlacedOrder } from './place/placed-order.tsx'
import { usePlaceList } from './place/use-place-list.ts'
import { ReorderReport } from './reorder/reorder-report.tsx'
import { useListedProducts } from './use-listed-products.ts'

export const handle: PageHandle = { cached: [] }

/** The order list (product 16): its lines at today's prices. */
export default function OrderListPage() {
  const lines = useOrderList()
  const isHydrated = useHydrated()
  const products = useListedProducts(lines)
  const undo = useListUndo()
  const placing = usePlaceList(lines, products)
  const currentUser = useCurrentUser()
  const { faults } = placing
  useEffect(() => void refreshList(), [])
  if (placing.order) return <Placed order={placing.order} onDone={placing.startAnew} />
  return (
    <div className="page order-list-page">
      <PageHead
        title="Order list"
        description="Collect tools, paste a whole order, and place it in one step."
        path={href('/order-list')}
      />
      <h1 className="page-title">Order List</h1>
      <section aria-label="Lines" aria-busy={products.isLoading}>
        {products.error !== null && (
          <LoadFailure
            text="Prices and stock failed to load."
            error={products.error}
            onRetry={products.retry}
          />
        )}
        {lines.length === 0 && <EmptyList isKnown={isHydrated} />}
        <FixAll faults={faults} onFix={placing.fix} />
        {lines.length > 0 && (
          <ListLines
            lines={lines}
            productOf={products.productOf}
            onRemoved={undo.offer}
            faults={faults}
            onFix={placing.fix}
          />
        )}
        <UndoNotice undo={undo} />
        {lines.length > 0 && <DownloadCsv lines={lines} productOf={products.productOf} />}
        <ReorderReport offerUndo={undo.offer} />
      </section>
      <div className="order-list-side">
        <PastePanel offerUndo={undo.offer} />
        {lines.length > 0 && (
          <PlaceForm
            total={listTotal(lines, products.productOf)}
            isReady={!products.isLoading && products.error === null}
            onPlace={placing.place}
          />
        )}
        {currentUser && <NamedLists lines={lines} offerUndo={undo.offer} />}
      </div>
    </div>
  )
}

function Placed({ order, onDone }: { order: Order; onDone: () => void }) {
  return (
    <div className="page order-list-page">
      <PageHead title="Order placed" />
      <h1 className="page-title">Order List</h1>
      <PlacedOrder order={order} onDone={onDone} />
    </div>
  )
}

/** Until the browser has read its list, the text only takes its place, so that nothing jumps. */
function EmptyList({ isKnown }: { isKnown: boolean }) {
  return (
    <p className={isKnown ? undefined : 'list-awaited'}>
      The list is empty. Add tools on{' '}
      <Link to={href('/purchase')} className="text-link">
        All Tools
      </Link>
      .
    </p>
  )
}
