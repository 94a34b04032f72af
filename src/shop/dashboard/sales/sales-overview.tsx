import { href, Link } from 'react-router'
import { BYTE_ORDER_MARK, browserCsvFormat, csvDollars, csvRows } from '#platform/csv.ts'
import { saveBlob } from '#platform/http/api/save-download.ts'
import { withQuery } from '#platform/http/query.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { saveLedger } from '#shop/documents/ledger-download.tsx'
import { deskPath } from '#shop/order-desk/desk-query.ts'
import { lastDays } from '#shop/orders/history/order-period.ts'
import { periodOf } from '#shop/orders/history/own-orders.ts'
import { MOST_SOLD, type SalesDays } from '#shop/reports/sales-days.ts'
import type { Sales } from '#shop/reports/sales-json.server.ts'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/lists/responsive-table.tsx'
import { useSave } from '#ui/use-save.ts'
import { StateTabs } from '#web/lists/state-tabs.tsx'
import { SalesChart } from './sales-chart.tsx'

const names = { '1': 'Today', '7': '7 days', '30': '30 days' } satisfies Record<SalesDays, string>
const spansBefore = {
  '1': 'yesterday',
  '7': '7 days before',
  '30': '30 days before',
} satisfies Record<SalesDays, string>

type Figure = keyof Sales['current']
const figures: { of: Figure; name: string; inDollars: boolean }[] = [
  { of: 'revenue', name: 'Revenue', inDollars: true },
  { of: 'orders', name: 'Orders placed', inDollars: false },
  { of: 'paid', name: 'Payments', inDollars: false },
  { of: 'average', name: 'Average payment', inDollars: true },
]

export function SalesSpans({ days }: { days: SalesDays }) {
  return (
    <StateTabs
      label="Days"
      names={names}
      current={days}
      to={(span) => withQuery(href('/dashboard'), { days: span === '1' ? undefined : span })}
    />
  )
}

type SalesFiguresProps = { sales: Sales; days: SalesDays; isBusy: boolean }

/**
 * Revenue, orders, payments and their average, each beside the span before, and the chart. The orders lead
 * to their list, and the others, which are sums of documents, to the ledger of these days.
 */
export function SalesFigures({ sales, days, isBusy }: SalesFiguresProps) {
  const period = lastDays(Number(days), new Date())
  const ledger = useSave(() => saveLedger(periodOf(period)))
  return (
    <div className="sales grid gap-12 mb-24" aria-busy={isBusy || undefined}>
      <dl className="sales-figures figures columns column-9 gap-12">
        {figures.map(({ of, name, inDollars }) => {
          const text = (value: number) =>
            inDollars ? formatDollars(dollarsToCents(value)) : value.toLocaleString('en-US')
          const figure = text(sales.current[of])
          return (
            <div key={of}>
              <dt>{name}</dt>
              <dd className="grid justify-items-start">
                {of === 'orders' ? (
                  <Link to={deskPath({ state: 'placed', ...period })}>{figure}</Link>
                ) : (
                  <button
                    type="button"
                    className="text-link"
                    title="Download these invoices and credit notes (CSV)"
                    disabled={ledger.busy}
                    onClick={ledger.save}
                  >
                    {figure}
                  </button>
                )}
                <small>
                  {spansBefore[days]}: {text(sales.before[of])}
                </small>
              </dd>
            </div>
          )
        })}
      </dl>
      <SalesChart chart={sales.chart} isDay={days === '1'} />
    </div>
  )
}

type BestSoldProps = { sold: Sales['sold']; days: SalesDays; isAll: boolean }

/** What sold best in these days, or all that was sold, with links to the products. */
export function BestSold({ sold, days, isAll }: BestSoldProps) {
  const span = names[days].toLowerCase()
  const path = (all?: string) =>
    withQuery(href('/dashboard'), { days: days === '1' ? undefined : days, sold: all })
  return (
    <section aria-labelledby="sells-best">
      <div className="start-head justify-between mb-12 row">
        <h2 id="sells-best">{isAll ? `All products sold, ${span}` : `Sells best, ${span}`}</h2>
        {isAll && sold.length > 0 && (
          <Button variant="quiet" onClick={() => saveSold(sold)}>
            CSV
          </Button>
        )}
        {(isAll || sold.length > 0) && (
          <Link to={path(isAll ? undefined : 'all')} className="text-link" preventScrollReset>
            {isAll ? 'Only the best' : 'All products sold'}
          </Link>
        )}
      </div>
      {sold.length === MOST_SOLD && (
        <p>The {MOST_SOLD.toLocaleString('en-US')} with the highest revenue are shown.</p>
      )}
      {sold.length === 0 ? (
        <p>Nothing was sold {days === '1' ? 'today' : `in ${span}`}.</p>
      ) : (
        <DataTable
          columns={[product, count('Pieces', 'pieces'), revenueColumn]}
          rows={sold}
          keyOf={({ productId }) => productId}
        />
      )}
    </section>
  )
}

function saveSold(sold: Sales['sold']): void {
  const format = browserCsvFormat()
  const rows = sold.map(({ sku, name, pieces, revenue }) => [
    sku,
    name,
    String(pieces),
    csvDollars(revenue, format),
  ])
  const all = [['SKU', 'Product', 'Pieces', 'Revenue'], ...rows]
  const csv = new Blob([BYTE_ORDER_MARK + csvRows(all, format)], { type: 'text/csv' })
  saveBlob(csv, 'products-sold.csv')
}

/** The products whose stock ends within 90 days, by the sales of 30 days. */
export function EndingStock({ ending }: { ending: Sales['ending'] }) {
  return (
    <section aria-labelledby="runs-out">
      <h2 id="runs-out">Runs out within 90 days</h2>
      {ending.length === 0 ? (
        <p>Nothing runs out within 90 days.</p>
      ) : (
        <DataTable
          columns={[product, count('Stock', 'quantity'), count('Days left', 'daysLeft')]}
          rows={ending}
          keyOf={({ productId }) => productId}
        />
      )}
    </section>
  )
}

const product: Column<{ productId: string; name: string }> = {
  head: 'Product',
  title: ({ name }) => name,
  subject: ({ productId, name }) => (
    <Link to={href('/dashboard/manage-products/:id', { id: productId })}>{name}</Link>
  ),
}

const revenueColumn: Column<{ revenue: number }> = {
  head: 'Revenue',
  width: '7rem',
  number: ({ revenue }) => formatDollars(dollarsToCents(revenue)),
}

const count = <Key extends string>(head: string, key: Key): Column<Record<Key, number>> => ({
  head,
  width: '6rem',
  number: (row) => row[key],
})
