import { Fragment, type ReactNode } from 'react'
import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { deskPath } from '#shop/order-desk/desk-query.ts'
import { RepeatButton } from '#shop/refunds/page/order-refunds.tsx'
import type { Overview } from '#shop/reports/admin-overview-api.server.ts'
import { DateTime } from '#ui/date-time.tsx'

export function Tasks({ overview, onDone }: { overview: Overview; onDone: () => void }) {
  const { oldestUnpaidOrder, expiringOrders, failedRefundOrders, failedRefundsOfNoOrder } = overview
  const { contractOverlap: contracts } = overview
  return (
    <ul className="tasks gap-0 row">
      <Task
        count={overview.ordersToPack}
        labels={['order to pack', 'orders to pack']}
        to={withQuery(href('/dashboard/shipping'), { tab: 'to-pack' })}
      />
      <Task
        count={overview.ordersPartShipped}
        labels={['order part shipped', 'orders part shipped']}
        to={withQuery(href('/dashboard/shipping'), { tab: 'part-shipped' })}
      />
      <Task
        count={overview.blockedOrders}
        labels={['blocked order', 'blocked orders']}
        to={withQuery(href('/dashboard/shipping'), { tab: 'blocked' })}
      >
        paid, and without an address
      </Task>
      <Task
        count={overview.returnsAskedFor}
        labels={['return request', 'return requests']}
        to={href('/dashboard/returns')}
      />
      <Task
        count={overview.returnsToSettle}
        labels={['return to settle', 'returns to settle']}
        to={withQuery(href('/dashboard/returns'), { status: 'to-settle' })}
      />
      <Task
        count={overview.unpaidOrders}
        labels={['unpaid order', 'unpaid orders']}
        to={deskPath({ state: 'unpaid' })}
      >
        {oldestUnpaidOrder && (
          <>
            oldest <DateTime iso={oldestUnpaidOrder} dayOnly="short" />
            {expiringOrders > 0 && (
              <>
                ,{' '}
                <Link to={deskPath({ state: 'expiring' })} className="text-link">
                  {expiringOrders.toLocaleString('en-US')} end within 24 hours
                </Link>
              </>
            )}
          </>
        )}
      </Task>
      <Task
        count={overview.messages}
        labels={['message without an answer', 'messages without an answer']}
        to={href('/dashboard/messages')}
      />
      <Task
        count={overview.lowProducts}
        labels={['product low on stock', 'products low on stock']}
        to={withQuery(href('/dashboard/manage-products'), { stock: 'low' })}
        isUrgent
      >
        below the minimum order
      </Task>
      <Task count={overview.failedRefunds} labels={['failed refund', 'failed refunds']} isUrgent>
        {failedRefundOrders.length > 0 ? (
          <>
            refund again on the page of order{' '}
            {failedRefundOrders.map((number) => (
              <Fragment key={number}>
                <Link to={href('/dashboard/orders/:id', { id: number })} className="text-link">
                  {number}
                </Link>{' '}
              </Fragment>
            ))}
            or pay the buyer back in another way
          </>
        ) : (
          'of money that paid no order'
        )}
        {failedRefundsOfNoOrder.length > 0 && (
          <div className="button-row flex flex-wrap gap-12">
            {failedRefundsOfNoOrder.map(({ total, ...refund }) => (
              <RepeatButton key={refund.refundId} {...refund} onRepeated={onDone}>
                {`Refund ${formatDollars(dollarsToCents(total))} again`}
              </RepeatButton>
            ))}
          </div>
        )}
      </Task>
      <Task
        count={overview.stuckOrders}
        labels={['stuck cancellation', 'stuck cancellations']}
        to={deskPath({ state: 'stuck' })}
        isUrgent
      >
        the card provider is not responding
      </Task>
      <Task count={overview.waitingMails} labels={['undelivered mail', 'undelivered mails']} isUrgent>
        the mail server rejects them or does not respond:
        <ul>
          {overview.oldestMails.map(({ template, at, error }) => (
            <li key={`${at} ${template}`}>
              {template.replaceAll('-', ' ')} of <DateTime iso={at} />
              {error && `: ${error}`}
            </li>
          ))}
        </ul>
      </Task>
      {contracts && (
        <Task
          count={1}
          labels={['tool with two contracts', '']}
          to={href('/dashboard/price-lists/:id', { id: contracts.listId })}
          isUrgent
        >
          “{contracts.list}” and “{contracts.other}” of {contracts.company} both have a price for{' '}
          {contracts.sku}: the lower one counts until one of them is changed
        </Task>
      )}
      <Task
        count={overview.missedSearches}
        labels={['search without result', 'searches without result']}
        to={`${href('/dashboard/search')}#search-misses`}
      >
        {overview.missedSearch}
      </Task>
    </ul>
  )
}

type TaskProps = {
  count: number
  labels: [string, string]
  /** The list of exactly what is counted, if there is one. */
  to?: string
  /** Whether any count above zero is urgent. */
  isUrgent?: boolean
  /** A note, shown when there is something to do. */
  children?: ReactNode
}

function Task({ count, labels: [one, many], to, isUrgent = false, children }: TaskProps) {
  const text = (
    <>
      <strong>{count.toLocaleString('en-US')}</strong> {count === 1 ? one : many}
    </>
  )
  return (
    <li data-urgent={(isUrgent && count > 0) || undefined} data-done={count === 0 || undefined}>
      {to && count > 0 ? (
        <Link to={to} className="task-link hover-underline inline-flex items-center">
          {text}
        </Link>
      ) : (
        <span>{text}</span>
      )}
      {count > 0 && children && <div className="soft text-13">{children}</div>}
    </li>
  )
}

const freeText = (bytes: number | null) =>
  `${Math.floor((bytes ?? 0) / 1e6).toLocaleString('en-US')} MB are left`

/** The services that the shop depends on, in one line; what fails says how. */
export function ServiceHealth({ overview }: { overview: Overview }) {
  const { cardPayments, cardPaymentsUrl, databaseMs, lastBackupAt, refundsUnreadSince } = overview
  return (
    <ul className="service-health text-14 row" aria-label="Health">
      <li data-urgent={!cardPayments || undefined}>
        {/* Outside the app. */}
        <a href={cardPaymentsUrl} className="task-link hover-underline inline-flex items-center">
          Card payments
        </a>{' '}
        {cardPayments ? 'good' : 'down: the provider is not responding'}
      </li>
      {refundsUnreadSince && (
        <li data-urgent>
          <span>
            Refunds made at the card provider may be missing since <DateTime iso={refundsUnreadSince} />: the
            log names the payment that can’t be read
          </span>
        </li>
      )}
      <li>
        Database <span title={`Responded in ${databaseMs} ms`}>good</span>
      </li>
      <li data-urgent={overview.waitingMails > 0 || undefined}>
        Mail {overview.waitingMails > 0 ? 'delayed: see the undelivered mails above' : 'good'}
      </li>
      <li data-urgent={overview.isDiskLow || undefined}>
        Disk {overview.isDiskLow ? `nearly full: ${freeText(overview.diskFreeBytes)}` : 'good'}
      </li>
      <li
        data-urgent={overview.isBackupOverdue || undefined}
        data-missing={lastBackupAt === null || undefined}
      >
        {lastBackupAt ? (
          <>
            {overview.isBackupOverdue ? 'Backup overdue: the last is of' : 'Last backup'}{' '}
            <DateTime iso={lastBackupAt} />
          </>
        ) : (
          'No backup yet'
        )}
      </li>
    </ul>
  )
}
