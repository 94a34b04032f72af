import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { DeskSummary } from '#shop/orders/admin/all-orders-api.server.ts'

/** The sums of what the filters find, on all pages. */
export function DeskSums({ found }: { found: DeskSummary['found'] }) {
  const { count, pieces, total, more } = found
  const bound = more ? 'more than ' : ''
  const sums = [
    ['Orders', count.toLocaleString('en-US')],
    ['Pieces', pieces.toLocaleString('en-US')],
    ['Total', formatDollars(dollarsToCents(total))],
  ] as const
  return (
    <p className="desk-sums" aria-live="polite">
      {sums.map(([name, text]) => (
        <span key={name}>
          {name} <strong>{`${bound}${text}`}</strong>
        </span>
      ))}
    </p>
  )
}
