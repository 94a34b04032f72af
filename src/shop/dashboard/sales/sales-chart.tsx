import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Sales } from '#shop/reports/sales-json.server.ts'

const WIDTH = 240
const HEIGHT = 64

/** The revenue of each day, or hour of a single day, as a line; the same numbers open as a table. */
export function SalesChart({ chart, isDay }: { chart: Sales['chart']; isDay: boolean }) {
  // Hours that have not come have no revenue yet.
  const now = Date.now()
  const parts = chart.filter(({ from }) => Date.parse(from) <= now)
  const revenues = parts.map(({ revenue }) => revenue)
  const [low, high] = [Math.min(0, ...revenues), Math.max(1, ...revenues)]
  const points = revenues.map((revenue, index) => {
    const x = (index / Math.max(1, chart.length - 1)) * WIDTH
    const y = HEIGHT - ((revenue - low) / (high - low)) * HEIGHT
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <details className="sales-chart">
      <summary className="block hover-fill surface">
        <svg
          className="w-full"
          viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
          preserveAspectRatio="none"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden
        >
          <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
        </svg>
        <small>Revenue of each {isDay ? 'hour' : 'day'}, as a table</small>
      </summary>
      <table className="w-full text-13">
        <thead>
          <tr>
            <th className="font-400" scope="col">
              {isDay ? 'Hour' : 'Day'}
            </th>
            <th className="font-400" scope="col">
              Revenue
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ from, revenue }) => (
            <tr key={from}>
              <th className="font-400" scope="row">
                {isDay ? hourText(from) : dayText(from)}
              </th>
              <td className="text-right">{formatDollars(dollarsToCents(revenue))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const hourText = (iso: string) =>
  new Date(iso).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })

const dayText = (iso: string) => new Date(iso).toLocaleDateString('en-US', { month: 'short', day: 'numeric' })
