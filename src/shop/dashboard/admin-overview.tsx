import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { lastDays } from '#shop/orders/history/order-period.ts'
import { periodOf } from '#shop/orders/history/own-orders.ts'
import type { createAdminOverviewApi } from '#shop/reports/admin-overview-api.server.ts'
import type { createSalesApi } from '#shop/reports/sales-api.server.ts'
import { readSalesDays, type SalesDays } from '#shop/reports/sales-days.ts'
import { Spinner } from '#ui/spinner.tsx'
import { LoadFailure } from '#web/load-failure.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import { FirstSteps } from './first-steps.tsx'
import { BestSold, EndingStock, SalesFigures, SalesSpans } from './sales/sales-overview.tsx'
import { ServiceHealth, Tasks } from './tasks.tsx'

const { dashboard } = apiClient<typeof createAdminOverviewApi | typeof createSalesApi>()

const fetchOverview = () => dashboard.overview.$get()

/** Fetches what the shop sold in the days that end today, in the browser's time zone. */
async function fetchSales(days: SalesDays, isAll: boolean) {
  const { to: until } = periodOf(lastDays(Number(days), new Date()))
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const sales = await dashboard.sales.$get({
    query: { days, zone, until, all: isAll ? 'true' : 'false' },
  })
  return { ...sales, days, isAll }
}

/** The sales, the pending tasks, and the status of the services that the shop depends on. */
export function AdminOverview() {
  const [query] = useSearchParams()
  const days = readSalesDays(query)
  const isAll = query.get('sold') === 'all'
  // Apart: the overview waits for the card provider, and either may fail. Other days leave the figures
  // in place until theirs have come.
  const sales = useLoaded(useCallback(() => fetchSales(days, isAll), [days, isAll]))
  const overview = useLoaded(fetchOverview)
  return (
    <>
      {overview.value && <FirstSteps firstSteps={overview.value.firstSteps} />}
      <section aria-labelledby="sales">
        <div className="start-head justify-between mb-12 row">
          <h2 id="sales">Sales</h2>
          <SalesSpans days={days} />
        </div>
        <div className="sales-place">
          {sales.value ? (
            <SalesFigures sales={sales.value} days={sales.value.days} isBusy={sales.isLoading} />
          ) : (
            <Missing part="sales" {...sales} />
          )}
        </div>
        <div className="overview-columns columns column-26 grid gap-24 gap-x-32">
          <section aria-labelledby="to-do">
            <h2 id="to-do">To do</h2>
            {overview.value ? (
              <Tasks overview={overview.value} onDone={overview.retry} />
            ) : (
              <Missing part="overview" {...overview} />
            )}
          </section>
          <div>
            {sales.value && (
              <>
                <BestSold {...sales.value} />
                <EndingStock ending={sales.value.ending} />
              </>
            )}
          </div>
        </div>
        {overview.value && <ServiceHealth overview={overview.value} />}
      </section>
    </>
  )
}

type MissingProps = { part: string; error: unknown; retry: () => void }

function Missing({ part, error, retry }: MissingProps) {
  if (error === undefined) return <Spinner label={`Loading the ${part}`} />
  return <LoadFailure text={`The ${part} failed to load.`} error={error} onRetry={retry} />
}
