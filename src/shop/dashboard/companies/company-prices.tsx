import { useCallback, useState } from 'react'
import { browserCsvFormat } from '#platform/csv.ts'
import { answerOf } from '#platform/http/api/rest-client.ts'
import { saveDownload } from '#platform/http/api/save-download.ts'
import { withQuery } from '#platform/http/query.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { Company } from '#shop/companies/company-json.server.ts'
import { WhatIsPaid } from '#shop/dashboard/prices/what-is-paid.tsx'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { Button } from '#ui/button.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { useLoaded } from '#web/use-loaded.ts'

const { effective } = pricesApi['price-lists']

const SHOWN = 20
const dollars = (price: number) => formatDollars(dollarsToCents(price))
const stepText = ({ minQuantity, perPrice }: { minQuantity: number; perPrice: number }) =>
  `${minQuantity > 1 ? `from ${minQuantity}: ` : ''}${dollars(perPrice)}`

export function CompanyPrices({ company }: { company: Company }) {
  const { _id: id, name } = company
  const [search, setSearch] = useState('')
  // The SKUs before each page that was shown.
  const [before, setBefore] = useState<string[]>([''])
  const after = before.at(-1) ?? ''
  const load = useCallback(
    () => answerOf(effective.$get({ query: { company: id, search, after, size: SHOWN } })),
    [id, search, after],
  )
  const { value: rows = [] } = useLoaded(load)
  const saveCsv = () => {
    const query = { company: id, format: browserCsvFormat() }
    return saveDownload(effective.csv.$get({ query }), `prices ${name}.csv`)
  }
  const savePdf = () => {
    const path = withQuery('/api/price-lists/effective/pdf', { company: id, search })
    return saveDownload(authorizedFetch(path), `prices ${name}.pdf`)
  }
  const last = rows.at(-1)?.sku
  return (
    <section className="price-section" aria-labelledby="company-prices">
      <h2 id="company-prices">Prices for {name}</h2>
      <p className="price-rows-buttons">
        <input
          type="search"
          className="field-input"
          aria-label="SKU or name"
          placeholder="SKU or name"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setBefore([''])
          }}
        />
        <DownloadButton download={saveCsv}>Download all as CSV</DownloadButton>
        <DownloadButton download={savePdf}>
          {search.trim() === '' ? 'Price sheet (PDF)' : 'Price sheet of these (PDF)'}
        </DownloadButton>
      </p>
      {rows.length === 0 && <p>No tool matches this search.</p>}
      {rows.length > 0 && (
        <DataTable
          rows={rows}
          keyOf={({ sku }) => sku}
          columns={[
            { head: 'SKU', subject: ({ sku }) => sku },
            { head: 'Name', title: ({ name }) => name, cell: ({ name }) => name },
            { head: 'Base price', cell: ({ basePrice }) => dollars(basePrice) },
            { head: 'Prices', cell: ({ prices }) => prices.map(stepText).join(', ') },
          ]}
        />
      )}
      <p className="price-rows-buttons">
        <Button
          variant="quiet"
          disabled={before.length === 1}
          onClick={() => setBefore(before.slice(0, -1))}
        >
          Previous tools
        </Button>
        <Button
          variant="quiet"
          disabled={rows.length < SHOWN || last === undefined}
          onClick={() => last !== undefined && setBefore([...before, last])}
        >
          Next tools
        </Button>
      </p>
      <WhatIsPaid name={name} whose={{ company: id }} />
    </section>
  )
}
