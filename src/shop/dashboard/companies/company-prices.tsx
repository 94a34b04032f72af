import { useCallback, useState } from 'react'
import { href, Link } from 'react-router'
import { browserCsvFormat } from '#platform/csv.ts'
import { saveDownload } from '#platform/http/api/save-download.ts'
import { withQuery } from '#platform/http/query.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { apiResponses, authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { Company } from '#shop/companies/company-json.server.ts'
import { NewPriceListForm } from '#shop/dashboard/prices/new-price-list-form.tsx'
import { PriceListTable } from '#shop/dashboard/prices/price-list-table.tsx'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import type { PriceList } from '#shop/prices/price-list-json.server.ts'
import type { createPriceListsApi } from '#shop/prices/price-lists-api.server.ts'
import { Button } from '#ui/button.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { focusField, PopoverButton } from '#ui/popover-button.tsx'
import { useLoaded } from '#web/use-loaded.ts'

const { effective } = pricesApi['price-lists']
const { csv } = apiResponses<typeof createPriceListsApi>()['price-lists'].effective

const SHOWN = 20
const dollars = (price: number) => formatDollars(dollarsToCents(price))
const stepText = ({ minQuantity, perPrice }: { minQuantity: number; perPrice: number }) =>
  `${minQuantity > 1 ? `from ${minQuantity}: ` : ''}${dollars(perPrice)}`

export function CompanyPrices({ company, lists }: { company: Company; lists: PriceList[] }) {
  const { _id: id, name } = company
  const [search, setSearch] = useState('')
  // The SKUs before each page that was shown.
  const [before, setBefore] = useState<string[]>([''])
  const after = before.at(-1) ?? ''
  const load = useCallback(
    () => effective.$get({ query: { company: id, search, after, size: SHOWN } }),
    [id, search, after],
  )
  const { value: rows = [] } = useLoaded(load)
  const saveCsv = () => {
    const query = { company: id, format: browserCsvFormat() }
    return saveDownload(csv.$get({ query }), `prices ${name}.csv`)
  }
  const savePdf = (own: boolean) => {
    const path = withQuery('/api/price-lists/effective/pdf', { company: id, own: `${own}`, search })
    return saveDownload(authorizedFetch(path), `prices ${name}.pdf`)
  }
  const last = rows.at(-1)?.sku
  return (
    <section aria-label={`Prices for ${name}`}>
      <OwnLists company={company} lists={lists} />
      <div className="mt-16">
        <h2>What it pays</h2>
      </div>
      <p className="buttons mb-8">
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
        <DownloadButton download={() => savePdf(false)}>
          {search.trim() === '' ? 'Price sheet (PDF)' : 'Price sheet of these (PDF)'}
        </DownloadButton>
        <DownloadButton download={() => savePdf(true)}>Only own prices (PDF)</DownloadButton>
      </p>
      {rows.length === 0 && <p>No tool matches this search.</p>}
      {rows.length > 0 && (
        <DataTable
          rows={rows}
          keyOf={({ sku }) => sku}
          columns={[
            { head: 'SKU', width: '6.5rem', subject: ({ sku }) => sku },
            { head: 'Name', label: '', title: ({ name }) => name, cell: ({ name }) => name },
            {
              head: 'Base price',
              className: 'from-640',
              width: '6rem',
              number: ({ basePrice }) => dollars(basePrice),
            },
            {
              head: 'Prices',
              label: '',
              width: '28%',
              title: ({ prices }) => prices.map(stepText).join(', '),
              cell: ({ prices }) => prices.map(stepText).join(', '),
            },
            {
              head: 'From',
              className: 'from-640',
              width: '18%',
              cell: (row) => sourceOf(row.list, lists),
            },
          ]}
        />
      )}
      <p className="buttons mt-12">
        <Button variant="quiet" disabled={before.length === 1} onClick={() => setBefore(before.slice(0, -1))}>
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
    </section>
  )
}

/** Which list gives a price: an own one, or an inherited one. */
function sourceOf(list: { _id: string; name: string } | null, own: PriceList[]) {
  if (!list) return 'Base price'
  const isOwn = own.some(({ _id }) => _id === list._id)
  return (
    <>
      <Link to={href('/dashboard/price-lists/:id', { id: list._id })}>{list.name}</Link>
      {!isOwn && <small> inherited</small>}
    </>
  )
}

function OwnLists({ company, lists }: { company: Company; lists: PriceList[] }) {
  return (
    <>
      <div className="row justify-between mb-8">
        <h2>Own price lists</h2>
        <PopoverButton text="New price list" label="New price list" onToggle={focusField}>
          <NewPriceListForm groups={[]} company={company} />
        </PopoverButton>
      </div>
      {lists.length === 0 ? (
        <p>No list of its own: it pays the prices of its group, and those for everybody.</p>
      ) : (
        <PriceListTable lists={lists} />
      )}
    </>
  )
}
