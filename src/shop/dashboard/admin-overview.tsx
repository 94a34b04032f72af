import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import { Spinner } from '#ui/spinner.tsx'
import { LoadFailure } from '#web/load-failure.tsx'
import type { AdminOverviewApi } from './admin-overview-api.server.ts'
import type { Overview } from './admin-overview-json.server.ts'
import { fetchSales } from './sales/sales-client.ts'
import { readSalesDays, type SalesDays } from './sales/sales-days.ts'
import type { Sales } from './sales/sales-json.server.ts'
import { BestSold, EndingStock, SalesFigures, SalesSpans } from './sales/sales-overview.tsx'
import { ServiceHealth, Tasks } from './tasks.tsx'

type Loaded = { overview: Overview; sales: Sales; days: SalesDays }

/** What the shop sold, what is to do, and the status of the services that the shop depends on. */
export function AdminOverview() {
  const days = readSalesDays(useSearchParams()[0])
  const [loaded, setLoaded] = useState<Loaded | { error: unknown } | null>(null)
  const load = useCallback(() => {
    let isCurrent = true
    Promise.all([fetchAdminOverview(), fetchSales(days)]).then(
      ([overview, sales]) => isCurrent && setLoaded({ overview, sales, days }),
      (error: unknown) => isCurrent && setLoaded({ error }),
    )
    return () => {
      isCurrent = false
    }
  }, [days])
  useEffect(load, [load])
  const retry = () => {
    setLoaded(null)
    load()
  }
  return (
    <section aria-labelledby="sales" className="start">
      <div className="start-head">
        <h2 id="sales">Sales</h2>
        <SalesSpans days={days} />
      </div>
      {loaded === null && <Spinner label="Loading the overview" />}
      {loaded !== null && 'error' in loaded && (
        <LoadFailure text="The overview failed to load." error={loaded.error} onRetry={retry} />
      )}
      {/* Other days leave the figures in place until theirs have come. */}
      {loaded !== null && 'sales' in loaded && (
        <>
          <SalesFigures sales={loaded.sales} days={loaded.days} />
          <div className="start-columns">
            <section aria-labelledby="to-do">
              <h2 id="to-do">To do</h2>
              <Tasks overview={loaded.overview} />
            </section>
            <div>
              <BestSold sold={loaded.sales.sold} />
              <EndingStock ending={loaded.sales.ending} />
            </div>
          </div>
          <ServiceHealth overview={loaded.overview} />
        </>
      )}
    </section>
  )
}

const client = restClient<AdminOverviewApi>(authorizedFetch)

/** For admins: fetches the overview. */
function fetchAdminOverview(): Promise<Overview> {
  return answerOf(client.dashboard.overview.$get())
}
