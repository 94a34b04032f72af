import { useCallback, useId } from 'react'
import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { Movement } from '#shop/inventory/stock-movements.server.ts'
import type { createShelfApi } from '#shop/pieces/shelf-api.server.ts'
import { adminCatalogueApi } from '#shop/product-admin/manage-products-client.ts'
import { DateTime } from '#ui/date-time.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { LoadFailure } from '#web/load-failure.tsx'
import { useLoaded } from '#web/use-loaded.ts'

const shelfApi = apiClient<typeof createShelfApi>()

type StockMovementsProps = {
  productId: string
  /** The product's version: a new one means that its stock may have changed. */
  version: number
}

/** Shows the recent stock movements of a product, latest first. */
export function StockMovements({ productId, version }: StockMovementsProps) {
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reloads
  const load = useCallback(
    () => adminCatalogueApi.products.movements[':id'].$get({ param: { id: productId } }),
    [productId, version],
  )
  const { value: movements, error, isLoading, retry } = useLoaded(load)
  return (
    <section className="stock-movements" aria-labelledby={id}>
      <h2 id={id}>Stock movements</h2>
      <Shelf productId={productId} version={version} />
      {isLoading && !movements && <Spinner label="Loading the movements" />}
      {error !== undefined && (
        <LoadFailure text="The stock movements failed to load." error={error} onRetry={retry} />
      )}
      {movements && <MovementTable movements={movements} />}
    </section>
  )
}

/** The pieces on the shelf, if they can be counted; some of them are sold and not shipped. */
function Shelf({ productId, version }: StockMovementsProps) {
  const load = () => shelfApi.shipping.shelf[':productId'].$get({ param: { productId } })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reloads
  const { value: shelf } = useLoaded(useCallback(load, [productId, version]))
  if (!shelf) return <p className="stock-shelf" />
  const count = (pieces: number) => pieces.toLocaleString('en-US')
  return (
    <p className="stock-shelf">
      On the shelf: <strong>{count(shelf.onShelf)}</strong>. {count(shelf.orderable)} can be ordered,{' '}
      {count(shelf.promised)} are ordered and not shipped.
    </p>
  )
}

function MovementTable({ movements }: { movements: Movement[] }) {
  if (movements.length === 0) return <p>No stock movements yet.</p>
  return (
    <DataTable
      rows={movements}
      keyOf={({ at, kind, orderId }) => `${at} ${kind} ${orderId ?? ''}`}
      columns={[
        { head: 'Date', width: '10.75rem', cell: ({ at }) => <DateTime iso={at} /> },
        {
          head: 'Pieces',
          className: 'font-600',
          width: '4rem',
          number: ({ delta }) => deltaText(delta),
        },
        { head: 'Reason', cell: ({ kind, orderId }) => reasonOf(kind, orderId) },
        { head: 'By', cell: ({ who }) => who, title: ({ who }) => who ?? undefined },
      ]}
    />
  )
}

function reasonOf(kind: Movement['kind'], orderId: Movement['orderId']) {
  if (!orderId || kind !== 'order') return kindNames[kind] ?? kind
  return <Link to={withQuery(href('/dashboard/manage-orders'), { search: orderId })}>Order</Link>
}

const kindNames: Record<string, string> = {
  opening: 'Initial stock',
  cancel: 'Order cancelled',
  return: 'Put back with a refund',
  returned: 'Came back with a return',
  correction: 'Corrected by an admin',
  imported: 'Imported from a file',
}

const deltaFormat = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' })

const deltaText = (delta: number) => deltaFormat.format(delta).replace('-', '−')
