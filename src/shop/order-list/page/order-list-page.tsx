import { useEffect } from 'react'
import { href, Link } from 'react-router'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { ListLines } from '#shop/order-list/list-lines.tsx'
import { listTotal } from '#shop/order-list/list-total.ts'
import { UndoNotice, useListUndo } from '#shop/order-list/list-undo.tsx'
import { DownloadCsv } from '#shop/order-list/named/download-csv.tsx'
import { NamedLists } from '#shop/order-list/named/named-lists.tsx'
import { PastePanel } from '#shop/order-list/paste/paste-panel.tsx'
import { FixAll } from '#shop/order-list/place/line-errors.tsx'
import { PlaceForm } from '#shop/order-list/place/place-form.tsx'
import { PlacedOrder } from '#shop/order-list/place/placed-order.tsx'
import { usePlaceList } from '#shop/order-list/place/use-place-list.ts'
import { ReorderReport } from '#shop/order-list/reorder/reorder-report.tsx'
import { refreshList, useOrderList } from '#shop/order-list/store/order-list-store.ts'
import { useListedProducts } from '#shop/order-list/use-listed-products.ts'
import type { Order } from '#shop/orders/order.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { LoadFailure } from '#web/load-failure.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'

export const handle: PageHandle = { cached: [] }

/** The order list (product 16): its lines at today's prices. */
export default function OrderListPage() {
  const lines = useOrderList()
  const isHydrated = useHydrated()
  const products = useListedProducts(lines)
  const undo = useListUndo()
  const placing = usePlaceList(lines, products)
  const currentUser = useCurrentUser()
  const { errors } = placing
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
        <FixAll errors={errors} onFix={placing.fix} />
        {lines.length > 0 && (
          <ListLines
            lines={lines}
            productOf={products.productOf}
            onRemoved={undo.offer}
            errors={errors}
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

/** Until the browser has read its list, the text only reserves space, to avoid a layout shift. */
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
