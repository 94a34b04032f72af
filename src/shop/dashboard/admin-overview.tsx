import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { LoadFailure } from '#shop/page/load-failure.tsx'
import { useSite } from '#shop/page/use-site.ts'
import { DateTime } from '#ui/date-time.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { fetchToday, type Today } from './admin-overview-client.ts'

// Payments are in test mode only (product 1.5).
const PROVIDER = 'https://dashboard.stripe.com/test/payments'

type Failure = { error: unknown }

/** The admin's pending tasks, and the status of the services that the shop depends on. */
export function TodaysWork() {
  const [today, setToday] = useState<Today | Failure | null>(null)
  const load = useCallback(() => {
    setToday(null)
    fetchToday().then(setToday, (error: unknown) => setToday({ error }))
  }, [])
  useEffect(load, [load])
  return (
    <section aria-labelledby="today">
      <h2 id="today" className="today-title">
        Today
      </h2>
      {today === null && <Spinner label="Loading the overview" />}
      {today !== null && 'error' in today && (
        <LoadFailure text="The overview failed to load." error={today.error} onRetry={load} />
      )}
      {today !== null && !('error' in today) && <Tasks today={today} />}
    </section>
  )
}

function Tasks({ today }: { today: Today }) {
  const isDemo = useSite()?.isDemo
  const { unpaidOrders, oldestUnpaidOrder, stuckOrders, lowProducts, waitingMails } = today
  return (
    <ul className="today">
      <Task
        is={unpaidOrders}
        of={['unpaid order', 'unpaid orders']}
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
        is={stuckOrders}
        of={['stuck cancellation', 'stuck cancellations']}
        to={withQuery(href('/dashboard/manage-orders'), { state: 'cancelling' })}
        isUrgent
      >
        {stuckOrders > 0 ? 'The card provider is not responding' : 'No cancellation is stuck'}
      </Task>
      <Task
        is={lowProducts}
        of={['product low on stock', 'products low on stock']}
        to={withQuery(href('/dashboard/manage-products'), { sort: 'quantity' })}
        isUrgent
      >
        {lowProducts > 0 ? 'Less stock than a minimum order' : 'Every product can be ordered'}
      </Task>
      <Task
        is={waitingMails}
        of={['undelivered mail', 'undelivered mails']}
        to={isDemo ? '/simulators/mail' : null}
        isUrgent
      >
        {waitingMails > 0
          ? 'The mail server rejects them or does not respond'
          : 'All mail was sent within minutes'}
      </Task>
      <Health
        name="Card payments"
        isWell={today.cardPayments}
        to={isDemo ? '/simulators/stripe' : PROVIDER}
      >
        {today.cardPayments ? 'The provider is responding' : 'The provider is not responding'}
      </Health>
      <Health name="Database" isWell to="/readyz">
        Responded in {today.databaseMs} ms
      </Health>
    </ul>
  )
}

type TaskProps = {
  is: number
  /** The label, singular and plural. */
  of: [string, string]
  to: string | null
  /** Whether any count above zero is urgent. */
  isUrgent?: boolean
  children: ReactNode
}

function Task({ is: count, of: [one, many], to, isUrgent = false, children }: TaskProps) {
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
  const text = <span className="today-count">{children}</span>
  return (
    <li className="today-card" data-urgent={isUrgent || undefined}>
      {to === null ? text : <CardLink to={to}>{text}</CardLink>}
      <span className="today-note">{note}</span>
    </li>
  )
}

function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    // Paths outside the app need a full page load.
    <Link to={to} reloadDocument={!to.startsWith(href('/dashboard'))} className="today-link">
      {children}
    </Link>
  )
}
