import { useEffect } from 'react'
import { href, Link } from 'react-router'
import { browserCsvFormat } from '#platform/csv.ts'
import { saveBlob } from '#platform/http/api/save-download.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { refreshList, useIsListKnown, useOrderList } from '#shop/list-store/order-list-store.ts'
import { ListLines } from '#shop/order-list/list-lines.tsx'
import { type ListSumProps, listTotal } from '#shop/order-list/list-sum.tsx'
import { UndoNotice, useListUndo } from '#shop/order-list/list-undo.tsx'
import { listCsv } from '#shop/order-list/named/list-csv.ts'
import { NamedLists } from '#shop/order-list/named/named-lists.tsx'
import { AddLines } from '#shop/order-list/paste/add-lines.tsx'
import { CheckoutPanel } from '#shop/order-list/place/checkout-panel.tsx'
import { RefusedLines } from '#shop/order-list/place/line-errors.tsx'
import { PlacedLines } from '#shop/order-list/place/placed-lines.tsx'
import { Receipt } from '#shop/order-list/place/receipt.tsx'
import { usePlaceList } from '#shop/order-list/place/use-place-list.ts'
import { usePlacedOrder } from '#shop/order-list/place/use-placed-order.ts'
import { ReorderReport } from '#shop/order-list/reorder/reorder-report.tsx'
import { useListedProducts } from '#shop/order-list/use-listed-products.ts'
import { usePaymentDocument, usePaymentFocus } from '#shop/payments/page/payment-document.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { LoadFailure } from '#web/load-failure.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'

function DownloadCsv({ lines, productOf }: ListSumProps) {
  const download = () => {
    const file = new Blob([listCsv(lines, productOf, browserCsvFormat())], { type: 'text/csv' })
    saveBlob(file, 'order-list.csv')
  }
  return (
    <Button variant="quiet" onClick={download}>
      Download CSV
    </Button>
  )
}

export const handle: PageHandle = { cached: [] }

export default function OrderListPage() {
  const currentUser = useCurrentUser()
  const isReady = usePaymentDocument(currentUser !== null)
  return (
    <div className="page order-list-page">
      <PageHead
        title="Order list"
        description="Collect tools, paste a whole order, place it and pay it on one page."
        path={href('/order-list')}
      />
      {isReady ? <OrderList key={currentUser?.uid ?? ''} /> : <Spinner label="Loading the list" />}
    </div>
  )
}

function OrderList() {
  usePaymentFocus()
  const lines = useOrderList()
  const isKnown = useIsListKnown()
  const currentUser = useCurrentUser()
  const products = useListedProducts(lines)
  const undo = useListUndo()
  const placed = usePlacedOrder()
  const placing = usePlaceList(lines, products, placed.show, undo.offer)
  const { errors } = placing
  const { order } = placed
  useEffect(() => void refreshList(), [])
  if (order?.status === 'paid') return <Receipt order={order} />
  return (
    <div className="order-list-columns stack gap-24 items-start">
      <div className="order-list-main content-start stack">
        <div className="order-list-head flex items-center justify-between gap-12 min-h-44">
          <h1 className="page-title work-title">Order list</h1>
          {!order && lines.length > 0 && <DownloadCsv lines={lines} productOf={products.productOf} />}
        </div>
        {placed.error !== null && (
          <LoadFailure
            text="The order failed to load."
            error={placed.error}
            onRetry={() => void placed.reload()}
          />
        )}
        {order ? (
          <PlacedLines order={order} />
        ) : placed.error !== null ? (
          <p>
            <Link to={href('/order-list')} className="text-link">
              Back to the list
            </Link>
          </p>
        ) : placed.isLoading ? (
          <Spinner label="Loading the order" />
        ) : (
          <>
            <AddLines offerUndo={undo.offer} isEmpty={isKnown && lines.length === 0} />
            {isKnown && (
              <section aria-label="Lines" aria-busy={products.isLoading}>
                <RefusedLines errors={errors} productOf={products.productOf} onFix={placing.fix} />
                <UndoNotice undo={undo} />
                {products.error !== null && (
                  <LoadFailure
                    text="Prices and stock failed to load."
                    error={products.error}
                    onRetry={products.retry}
                  />
                )}
                <ReorderReport offerUndo={undo.offer} />
                {lines.length === 0 && <EmptyList />}
                <ListLines
                  lines={lines}
                  productOf={products.productOf}
                  onRemoved={undo.offer}
                  errors={errors}
                  onFix={placing.fix}
                />
              </section>
            )}
            {isKnown && currentUser && <NamedLists lines={lines} offerUndo={undo.offer} />}
          </>
        )}
      </div>
      {(order || (lines.length > 0 && !placed.isLoading && placed.error === null)) && (
        <CheckoutPanel
          lines={lines}
          net={listTotal(lines, products.productOf)}
          areKnown={!products.isLoading && products.error === null}
          onPlace={placing.place}
          placed={placed}
        />
      )}
    </div>
  )
}

function EmptyList() {
  return (
    <p>
      The list is empty. Paste an order above, add tools on{' '}
      <Link to={href('/purchase')} className="text-link">
        All Tools
      </Link>{' '}
      or in{' '}
      <Link to={href('/tools')} className="text-link">
        the categories
      </Link>
      , or order again from{' '}
      <Link to={href('/dashboard/orders')} className="text-link">
        My Orders
      </Link>
      .
    </p>
  )
}
