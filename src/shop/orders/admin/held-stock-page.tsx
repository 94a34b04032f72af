import { type ReactNode, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { BuyerName } from '#shop/orders/table/order-cells.tsx'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { loading } from '#ui/spinner.tsx'
import { showToast } from '#ui/toast.ts'
import { DeleteDialog } from '#web/delete-dialog.tsx'
import { ListPage, useChosenItem } from '#web/lists/list-page.tsx'
import { PageError } from '#web/page-error.tsx'
import type { Route } from './+types/held-stock-page'
import {
  fetchHoldingPools,
  fetchStockHolders,
  fetchUnverifiedHolders,
  sendCancelOrdersOf,
  sendCancelPool,
  sendCancelUnverified,
} from './held-stock-client.ts'
import type { HoldingPool, StockHolder } from './held-stock-json.server.ts'
import { HoldingPoolsTable } from './holding-pools-table.tsx'

/** More are not listed. */
const MAX_HOLDERS = 100

export const clientLoader = adminLoader(async () => {
  const [holders, unverified, pools] = await Promise.all([
    fetchStockHolders(),
    fetchUnverifiedHolders(),
    fetchHoldingPools(),
  ])
  return { holders, unverified, pools }
})
export const HydrateFallback = loading('the held stock')

/** Lists the buyers with unpaid orders; an admin can cancel the orders of one, or of all unverified. */
export default function HeldStockPage({ loaderData }: Route.ComponentProps) {
  const { holders, unverified, pools } = loaderData
  const [chosenPool, choosePool] = useState<HoldingPool | null>(null)
  const [isCancellingAll, setCancellingAll] = useState(false)
  const { chosen, choose, close, heading, focusHeading } = useChosenItem<StockHolder>()
  return (
    <>
      <ListPage
        title="Reserved stock"
        name="Reserved stock"
        heading={heading}
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
        filters={
          unverified.orders > 0 && (
            <Button variant="danger" onClick={() => setCancellingAll(true)}>
              Cancel all of unverified buyers
            </Button>
          )
        }
        empty={holders.length === 0 && <p>No stock is held in unpaid orders.</p>}
      >
        {pools.length > 0 && <HoldingPoolsTable pools={pools} onCancel={choosePool} />}
        <ResponsiveTable
          columns={[
            'Buyer',
            { name: 'Unpaid orders', className: 'col-number' },
            { name: 'Pieces', className: 'col-number' },
            { name: 'Value', className: 'col-number' },
            'Oldest held until',
            { name: 'Actions', className: 'col-actions' },
          ]}
          className="held-stock"
        >
          {holders.map((holder) => (
            <HolderRow key={holder.buyerId} holder={holder} onCancel={() => choose(holder)} />
          ))}
        </ResponsiveTable>
      </ListPage>
      {isCancellingAll && (
        <CancelUnverifiedDialog
          held={unverified}
          onClosed={() => setCancellingAll(false)}
          onGone={focusHeading}
        />
      )}
      {chosenPool && (
        <CancelPoolDialog
          held={chosenPool}
          onClosed={() => choosePool(null)}
          onGone={focusHeading}
        />
      )}
      {chosen && <CancelOrdersDialog holder={chosen} onClosed={close} onGone={focusHeading} />}
    </>
  )
}

function HolderRow({ holder, onCancel }: { holder: StockHolder; onCancel: () => void }) {
  const { buyerId, name, email, orders, pieces, dollars, oldestUntil } = holder
  const id = `holder-${buyerId}`
  return (
    <tr>
      <th scope="row" id={id}>
        <Link to={href('/dashboard/customers/:id', { id: buyerId })}>
          <BuyerName name={name} email={email} />
        </Link>
      </th>
      <td data-label="Unpaid orders" className="col-number">
        {orders.toLocaleString('en-US')}
      </td>
      <td data-label="Pieces" className="col-number">
        {pieces.toLocaleString('en-US')}
      </td>
      <td data-label="Value" className="col-number">
        {formatDollars(dollarsToCents(dollars))}
      </td>
      <td data-label="Oldest held until">
        <DateTime iso={oldestUntil} />
      </td>
      <td className="col-actions">
        <div className="table-actions">
          <Button variant="danger" aria-describedby={id} onClick={onCancel}>
            Cancel their unpaid orders
          </Button>
        </div>
      </td>
    </tr>
  )
}

type DialogProps = { onClosed: () => void; onGone: () => void }

function CancelOrdersDialog({ holder, ...dialog }: DialogProps & { holder: StockHolder }) {
  const { buyerId, name, email, orders, pieces } = holder
  return (
    <CancelDialog {...dialog} send={() => sendCancelOrdersOf(buyerId)}>
      {name} ({email}) has {amount(orders, 'unpaid order')} with {amount(pieces, 'piece')}.
    </CancelDialog>
  )
}

type UnverifiedHolders = Awaited<ReturnType<typeof fetchUnverifiedHolders>>

function CancelUnverifiedDialog({ held, ...dialog }: DialogProps & { held: UnverifiedHolders }) {
  const { buyers, orders, pieces } = held
  return (
    <CancelDialog {...dialog} send={sendCancelUnverified}>
      {amount(buyers, 'buyer')} with an unconfirmed e-mail {buyers === 1 ? 'has' : 'have'}{' '}
      {amount(orders, 'unpaid order')} with {amount(pieces, 'piece')}.
    </CancelDialog>
  )
}

function CancelPoolDialog({ held, ...dialog }: DialogProps & { held: HoldingPool }) {
  const { pool, buyers, orders, pieces } = held
  return (
    <CancelDialog {...dialog} send={() => sendCancelPool(pool)}>
      {amount(buyers, 'buyer')} of {pool} who never paid {buyers === 1 ? 'has' : 'have'}{' '}
      {amount(orders, 'unpaid order')} with {amount(pieces, 'piece')}.
    </CancelDialog>
  )
}

type CancelDialogProps = DialogProps & {
  send: () => Promise<{ deletedCount: number; stillCancelling: number }>
  /** Whose orders, and how many. */
  children: ReactNode
}

function CancelDialog({ send, children, onClosed, onGone }: CancelDialogProps) {
  const done = useRef({ deletedCount: 0, stillCancelling: 0 })
  const report = () => {
    onGone()
    const { deletedCount, stillCancelling } = done.current
    if (stillCancelling === 0) return void showToast('success', `Lines cancelled: ${deletedCount}`)
    void showToast(
      'error',
      `Lines cancelled: ${deletedCount}. The card provider has not responded for ${stillCancelling}; the cancellation continues in the background.`,
    )
  }
  return (
    <DeleteDialog
      title="Cancel all unpaid orders?"
      action="Cancel orders"
      keep="Keep them"
      remove={async () => {
        done.current = await send()
      }}
      errorText={() => 'Something went wrong'}
      onClosed={onClosed}
      onDeleted={report}
    >
      <p>
        {children} Their payments are cancelled and the pieces go back into stock. This can’t be
        undone.
      </p>
    </DeleteDialog>
  )
}

const amount = (count: number, of: string) =>
  `${count.toLocaleString('en-US')} ${of}${count === 1 ? '' : 's'}`

export function ErrorBoundary() {
  return (
    <PageError
      title="Reserved stock"
      heading="Reserved stock"
      text="The reserved stock failed to load."
    />
  )
}
