import { useEffect } from 'react'
import { href, Link } from 'react-router'
import { refreshList, useOrderList } from '#shop/order-list/order-list-store.ts'
import { LoadFailure } from '#shop/page/load-failure.tsx'
import { PageHead } from '#shop/page/page-head.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { ListLines } from './list-lines.tsx'
import { UndoNotice, useListUndo } from './list-undo.tsx'
import { useListedProducts } from './use-listed-products.ts'

/** The order list (product 11): its lines at today's prices. */
export default function OrderListPage() {
  const lines = useOrderList()
  const isHydrated = useHydrated()
  const products = useListedProducts(lines)
  const undo = useListUndo()
  useEffect(() => void refreshList(), [])
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
        {isHydrated && lines.length === 0 && <EmptyList />}
        {isHydrated || <Spinner label="Loading the list" />}
        {lines.length > 0 && (
          <ListLines lines={lines} productOf={products.productOf} onRemoved={undo.offer} />
        )}
        <UndoNotice undo={undo} />
      </section>
    </div>
  )
}

function EmptyList() {
  return (
    <p>
      The list is empty. Add tools on{' '}
      <Link to={href('/purchase')} className="text-link">
        All Tools
      </Link>
      .
    </p>
  )
}
