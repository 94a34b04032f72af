import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { withQuery } from '#platform/http/query.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import { DateTime } from '#ui/date-time.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { LoadFailure } from '#web/load-failure.tsx'
import { useSite } from '#web/page-head.tsx'
import type { AdminOverviewApi } from './admin-overview-api.server.ts'
import type { Overview } from './admin-overview-json.server.ts'

type Failure = { error: unknown }

/** The admin's pending tasks, and the status of the services that the shop depends on. */
export function AdminOverview() {
  const [overview, setOverview] = useState<Overview | Failure | null>(null)
  const load = useCallback(() => {
    setOverview(null)
    fetchAdminOverview().then(setOverview, (error: unknown) => setOverview({ error }))
  }, [])
  useEffect(load, [load])
  return (
    <section aria-labelledby="overview">
      <h2 id="overview" className="overview-title">
        Overview
      </h2>
      {overview === null && <Spinner label="Loading the overview" />}
      {overview !== null && 'error' in overview && (
        <LoadFailure text="The overview failed to load." error={overview.error} onRetry={load} />
      )}
      {overview !== null && !('error' in overview) && <Tasks overview={overview} />}
    </section>
  )
}

function Tasks({ overview }: { overview: Overview }) {
  const isDemo = useSite()?.isDemo
  const { unpaidOrders, oldestUnpaidOrder, stuckOrders, lowProducts, waitingMails } = overview
  const { failedRefunds, failedRefundOrder } = overview
  return (
    <ul className="overview">
      <Task
        count={unpaidOrders}
        labels={['unpaid order', 'unpaid orders']}
        to={withQuery(href('/dashboard/manage-orders'), { state: 'unpaid' })}
      >
        {oldestUnpaidOrder ? (
          <>
            Oldest: <DateTime iso={oldestUnpaidOrder} />
          </>
        ) : (
          'All orders are paid'
        )}
      </Task>
      <Task
        count={stuckOrders}
        labels={['stuck cancellation', 'stuck cancellations']}
        to={withQuery(href('/dashboard/manage-orders'), { state: 'cancelling' })}
        isUrgent
      >
        {stuckOrders > 0 ? 'The card provider is not responding' : 'No cancellation is stuck'}
      </Task>
      <Task
        count={lowProducts}
        labels={['product low on stock', 'products low on stock']}
        to={withQuery(href('/dashboard/manage-products'), { sort: 'quantity' })}
        isUrgent
      >
        {lowProducts > 0 ? 'Less stock than a minimum order' : 'Every product can be ordered'}
      </Task>
      <Task
        count={failedRefunds}
        labels={['failed refund', 'failed refunds']}
        to={withQuery(href('/dashboard/manage-orders'), { search: failedRefundOrder ?? undefined })}
        isUrgent
      >
        {failedRefunds > 0
          ? `Pay back the buyer of order ${failedRefundOrder ?? ''} in another way`
          : 'No refund has failed for good'}
      </Task>
      <Task
        count={waitingMails}
        labels={['undelivered mail', 'undelivered mails']}
        to={isDemo ? '/simulators/mail' : null}
        isUrgent
      >
        {waitingMails > 0
          ? 'The mail server rejects them or does not respond'
          : 'All mail was sent within minutes'}
      </Task>
      <Health name="Card payments" isWell={overview.cardPayments} to={overview.cardPaymentsUrl}>
        {overview.cardPayments ? 'The provider is responding' : 'The provider is not responding'}
      </Health>
      <Health name="Database" isWell to="/readyz">
        Responded in {overview.databaseMs} ms
      </Health>
    </ul>
  )
}

type TaskProps = {
  count: number
  /** The label, singular and plural. */
  labels: [string, string]
  to: string | null
  /** Whether any count above zero is urgent. */
  isUrgent?: boolean
  children: ReactNode
}

function Task({ count, labels: [one, many], to, isUrgent = false, children }: TaskProps) {
  return (
    <Card to={to} isUrgent={isUrgent && count > 0} note={children}>
      <strong>{count.toLocaleString('en-US')}</strong> {count === 1 ? one : many}
    </Card>
  )
}

type HealthProps = { name: string; isWell: boolean; to: string | null; children: ReactNode }

function Health({ name, isWell, to, children }: HealthProps) {
  return (
    <Card to={to} isUrgent={!isWell} note={children}>
      <strong>{isWell ? 'Good' : 'Down'}</strong> {name}
    </Card>
  )
}

type CardProps = { to: string | null; isUrgent: boolean; note: ReactNode; children: ReactNode }

function Card({ to, isUrgent, note, children }: CardProps) {
  const text = <span className="overview-count">{children}</span>
  return (
    <li className="overview-card" data-urgent={isUrgent || undefined}>
      {to === null ? text : <CardLink to={to}>{text}</CardLink>}
      <span className="overview-note">{note}</span>
    </li>
  )
}

function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    // Paths outside the app need a full page load.
    <Link to={to} reloadDocument={!to.startsWith(href('/dashboard'))} className="overview-link">
      {children}
    </Link>
  )
}

const client = restClient<AdminOverviewApi>(authorizedFetch)

/** For admins: fetches the overview. */
function fetchAdminOverview(): Promise<Overview> {
  return answerOf(client.dashboard.overview.$get())
}
