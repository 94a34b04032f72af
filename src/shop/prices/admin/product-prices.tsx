import { useCallback } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { createPriceListsApi } from '#shop/prices/price-lists-api.server.ts'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { useLoaded } from '#web/use-loaded.ts'

const api = apiClient<typeof createPriceListsApi>()

const kinds = { product: 'this tool', category: 'its category', all: 'all tools' } as const

/** The prices of a product in all lists that have not ended; nothing without any. */
export function ProductPrices({ sku }: { sku: string }) {
  const load = useCallback(() => api['price-lists']['of-product'].$get({ query: { sku } }), [sku])
  const { value: rows } = useLoaded(load)
  if (!rows || rows.length === 0) return null
  return (
    <section className="price-section" aria-labelledby="product-prices">
      <h2 id="product-prices">Prices in price lists</h2>
      <DataTable
        rows={rows}
        keyOf={(row) => `${row.list._id} ${row.for} ${row.minQuantity}`}
        columns={[
          {
            head: 'Price list',
            subject: ({ list: { _id: id, name } }) => (
              <Link to={href('/dashboard/price-lists/:id', { id })}>{name}</Link>
            ),
          },
          {
            head: 'For',
            cell: ({ audience, contract }) => `${audience}${contract ? ' (contract)' : ''}`,
          },
          { head: 'Counts for', cell: (row) => kinds[row.for] },
          { head: 'From', cell: ({ minQuantity }) => minQuantity },
          {
            head: 'Price',
            cell: ({ perPrice, percent }) =>
              perPrice === undefined ? `${percent} % off` : formatDollars(dollarsToCents(perPrice)),
          },
        ]}
      />
    </section>
  )
}
