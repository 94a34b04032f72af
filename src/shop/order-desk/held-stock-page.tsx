import { useRef } from 'react'
import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { BuyerName } from '#shop/order-table/order-cells.tsx'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { type Column, DataTable } from '#ui/lists/responsive-table.tsx'
import { showToast } from '#ui/toast.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { useDeleteDialog } from '#web/lists/use-delete-dialog.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/held-stock-page'
import type { createHeldStockApi } from './held-stock-api.server.ts'

/** More are not listed. */
const MAX_HOLDERS = 100

const { heldStock } = apiClient<typeof createHeldStockApi>()

export const clientLoader = adminLoader(async () => {
  const [holders, pools] = await Promise.all([heldStock.$get(), heldStock.pools.$get()])
  return { holders, pools }
})
export const HydrateFallback = loading('the held stock', 'Reserved stock')

/** Whose unpaid orders are cancelled, and how many; `send` cancels them. */
type Cancellation = {
  whose: string
  orders: number
  pieces: number
  send: () => Promise<Cancelled>
}

/** Lists the buyers with unpaid orders; an admin can cancel the orders of one, or of all unverified. */
export default function HeldStockPage({ loaderData }: Route.ComponentProps) {
  const { holders, pools } = loaderData
  const totals = useRef({ deletedCount: 0, stillCancelling: 0 })
  const list = useDeleteDialog(({ whose, orders, pieces, send }: Cancellation) => ({
    title: 'Cancel all unpaid orders?',
    action: 'Cancel orders',
    keep: 'Keep them',
    remove: async () => {
      totals.current = await send()
    },
    errorText: () => 'Something went wrong',
    onDeleted: () => reportCancelled(totals.current),
    children: (
      <p>
        {whose} {amount(orders, 'unpaid order')} with {amount(pieces, 'piece')}. Their payments are cancelled
        and the pieces go back into stock. This can’t be undone.
      </p>
    ),
  }))
  const cancelPool = ({ pool, ...held }: (typeof pools)[number]) =>
    list.choose({
      ...held,
      whose: `${amount(held.buyers, 'buyer')} of ${pool} ${held.buyers === 1 ? 'has' : 'have'}`,
      send: () => heldStock.pools.$delete({ query: { pool } }),
    })
  const cancelHolder = ({ buyerId, name, email, ...held }: (typeof holders)[number]) =>
    list.choose({
      ...held,
      whose: `${name} (${email}) has`,
      send: () => heldStock[':buyerId'].$delete({ param: { buyerId } }),
    })
  return (
    <ListPage
      title="Reserved stock"
      heading={list.heading}
      count={{
        of: 'Buyers',
        is: `${holders.length}${holders.length === MAX_HOLDERS ? '+' : ''}`,
      }}
      note={
        <p className="mb-12">
          Unpaid orders hold their stock until they are paid, cancelled or expire.{' '}
          <Link to={withQuery(href('/dashboard/manage-orders'), { state: 'unpaid' })} className="text-link">
            Unpaid orders
          </Link>
        </p>
      }
      empty={holders.length === 0 && <p>No stock is held in unpaid orders.</p>}
      dialogs={list.dialog}
    >
      {pools.length > 0 && (
        <DataTable
          rows={pools}
          keyOf={({ pool }) => pool}
          className="held-stock held-stock-pools wrapped-heads"
          columns={[
            { head: 'Buyers of', subject: ({ pool }) => pool },
            ...heldColumns,
            { head: 'Buyers', className: 'held-until', cell: ({ buyers }) => buyers },
            {
              actions: (held, id) => (
                <CancelButton id={id} whose="all of them" onPress={() => cancelPool(held)} />
              ),
            },
          ]}
        />
      )}
      <DataTable
        rows={holders}
        keyOf={({ buyerId }) => buyerId}
        className="held-stock"
        columns={[
          {
            head: 'Buyer',
            subject: ({ buyerId: id, name, email }) => (
              <Link to={href('/dashboard/customers/:id', { id })}>
                <BuyerName name={name} email={email} />
              </Link>
            ),
          },
          ...heldColumns,
          {
            head: 'Oldest held until',
            label: 'Held until',
            className: 'held-until',
            cell: ({ oldestUntil }) => <DateTime iso={oldestUntil} />,
          },
          {
            actions: (holder, id) => (
              <CancelButton id={id} whose="their unpaid orders" onPress={() => cancelHolder(holder)} />
            ),
          },
        ]}
      />
    </ListPage>
  )
}

type Held = { orders: number; pieces: number; dollars: number }

const SUM = 'var(--width-sum)'
const heldColumns: Column<Held>[] = [
  { head: 'Unpaid orders', label: 'Orders', width: SUM, number: ({ orders }) => orders },
  { head: 'Pieces', width: SUM, number: ({ pieces }) => pieces },
  { head: 'Value', width: SUM, number: ({ dollars }) => formatDollars(dollarsToCents(dollars)) },
]

type CancelButtonProps = { id: string; whose: string; onPress: () => void }

const CancelButton = ({ id, whose, onPress }: CancelButtonProps) => (
  <Button variant="danger" aria-describedby={id} onClick={onPress}>
    Cancel <span className="from-640">{whose}</span>
  </Button>
)

type Cancelled = { deletedCount: number; stillCancelling: number }

function reportCancelled({ deletedCount, stillCancelling }: Cancelled): void {
  if (stillCancelling === 0) return void showToast('success', `Lines cancelled: ${deletedCount}`)
  void showToast(
    'error',
    `Lines cancelled: ${deletedCount}. The card provider has not responded for ${stillCancelling}; the cancellation continues in the background.`,
  )
}

const amount = (count: number, of: string) =>
  `${count.toLocaleString('en-US')} ${of}${count === 1 ? '' : 's'}`

export const ErrorBoundary = pageError('Reserved stock', 'The reserved stock')
