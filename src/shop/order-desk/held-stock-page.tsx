import { useRef } from 'react'
import { href, Link } from 'react-router'
import { answerOf } from '#platform/http/api/rest-client.ts'
import { withQuery } from '#platform/http/query.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { BuyerName } from '#shop/order-table/order-cells.tsx'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { showToast } from '#ui/toast.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { useDeleteDialog } from '#web/lists/use-delete-dialog.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/held-stock-page'
import type { HeldStockApi } from './held-stock-api.server.ts'
import { HeldStockTable } from './held-stock-table.tsx'

/** More are not listed. */
const MAX_HOLDERS = 100

const { heldStock } = apiClient<HeldStockApi>()

export const clientLoader = adminLoader(async () => {
  const [holders, unverified, pools] = await Promise.all([
    answerOf(heldStock.$get()),
    answerOf(heldStock.unverified.$get()),
    answerOf(heldStock.pools.$get()),
  ])
  return { holders, unverified, pools }
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
  const { holders, unverified, pools } = loaderData
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
        {whose} {amount(orders, 'unpaid order')} with {amount(pieces, 'piece')}. Their payments are
        cancelled and the pieces go back into stock. This can’t be undone.
      </p>
    ),
  }))
  const cancelUnverified = () =>
    list.choose({
      ...unverified,
      whose: `${amount(unverified.buyers, 'buyer')} with an unconfirmed e-mail ${has(unverified)}`,
      send: () => answerOf(heldStock.unverified.$delete()),
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
        <p className="held-stock-note">
          Unpaid orders hold their stock until they are paid, cancelled or expire.{' '}
          <Link
            to={withQuery(href('/dashboard/manage-orders'), { state: 'unpaid' })}
            className="text-link"
          >
            Unpaid orders
          </Link>
        </p>
      }
      actions={
        unverified.orders > 0 && (
          <Button variant="danger" onClick={cancelUnverified}>
            Cancel all of unverified buyers
          </Button>
        )
      }
      empty={holders.length === 0 && <p>No stock is held in unpaid orders.</p>}
      dialogs={list.dialog}
    >
      {pools.length > 0 && (
        <HeldStockTable
          columns={['New customers of', 'Buyers']}
          className="held-stock held-stock-pools"
          rows={pools}
          head={({ pool }) => ({ id: pool.replaceAll(' ', '-'), text: pool })}
          last={{ label: 'Buyers', of: ({ buyers }) => buyers.toLocaleString('en-US') }}
          cancels="all of them"
          onCancel={(held) =>
            list.choose({
              ...held,
              whose: `${amount(held.buyers, 'new buyer')} of ${held.pool} ${has(held)}`,
              send: () => answerOf(heldStock.pools.$delete({ query: { pool: held.pool } })),
            })
          }
        />
      )}
      <HeldStockTable
        columns={['Buyer', 'Oldest held until']}
        className="held-stock"
        rows={holders}
        head={({ buyerId, name, email }) => ({
          id: `holder-${buyerId}`,
          text: (
            <Link to={href('/dashboard/customers/:id', { id: buyerId })}>
              <BuyerName name={name} email={email} />
            </Link>
          ),
        })}
        last={{ label: 'Held until', of: ({ oldestUntil }) => <DateTime iso={oldestUntil} /> }}
        cancels="their unpaid orders"
        onCancel={({ buyerId, ...holder }) =>
          list.choose({
            ...holder,
            whose: `${holder.name} (${holder.email}) has`,
            send: () => answerOf(heldStock[':buyerId'].$delete({ param: { buyerId } })),
          })
        }
      />
    </ListPage>
  )
}

type Cancelled = { deletedCount: number; stillCancelling: number }

function reportCancelled({ deletedCount, stillCancelling }: Cancelled): void {
  if (stillCancelling === 0) return void showToast('success', `Lines cancelled: ${deletedCount}`)
  void showToast(
    'error',
    `Lines cancelled: ${deletedCount}. The card provider has not responded for ${stillCancelling}; the cancellation continues in the background.`,
  )
}

const has = ({ buyers }: { buyers: number }) => (buyers === 1 ? 'has' : 'have')

const amount = (count: number, of: string) =>
  `${count.toLocaleString('en-US')} ${of}${count === 1 ? '' : 's'}`

export const ErrorBoundary = pageError({
  title: 'Reserved stock',
  text: 'The reserved stock failed to load.',
})
