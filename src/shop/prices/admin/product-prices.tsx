import { useCallback } from 'react'
import { href, Link } from 'react-router'
import { answerOf } from '#platform/http/api/rest-client.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { PriceListsApi } from '#shop/prices/price-lists-api.server.ts'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { useLoaded } from '#web/use-loaded.ts'

const api = apiClient<PriceListsApi>()

const kinds = { product: 'this tool', category: 'its category', all: 'all tools' } as const

/** The prices of a product in all lists that have not ended; nothing without any. */
export function ProductPrices({ sku }: { sku: string }) {
  const load = useCallback(
    () => answerOf(api['price-lists']['of-product'].$get({ query: { sku } })),
    [sku],
  )
  const { value: rows } = useLoaded(load)
  if (!rows || rows.length === 0) return null
  return (
    <section className="price-section" aria-labelledby="product-prices">
      <h2 id="product-prices">Prices in price lists</h2>
      <ResponsiveTable columns={['Price list', 'For', 'Counts for', 'From', 'Price']}>
        {rows.map((row) => (
          <tr key={`${row.list._id} ${row.for} ${row.minQuantity}`}>
            <th scope="row">
              <Link to={href('/dashboard/price-lists/:id', { id: row.list._id })}>
                {row.list.name}
              </Link>
            </th>
            <td data-label="For">
              {row.audience}
              {row.contract && ' (contract)'}
            </td>
            <td data-label="Counts for">{kinds[row.for]}</td>
            <td data-label="From">{row.minQuantity.toLocaleString('en-US')}</td>
            <td data-label="Price">
              {row.perPrice === undefined
                ? `${row.percent} % off`
                : formatDollars(dollarsToCents(row.perPrice))}
            </td>
          </tr>
        ))}
      </ResponsiveTable>
    </section>
  )
}
