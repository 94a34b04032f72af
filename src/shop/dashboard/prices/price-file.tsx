import { saveDownload } from '#platform/http/api/save-download.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import { ComparedFile, countOf } from '#shop/compared-files/compared-file.tsx'
import type { ComparedPrices } from '#shop/price-file/compare-prices.server.ts'
import { DownloadButton } from '#ui/download-button.tsx'

type Compared = ComparedPrices['compared'][number]
type PriceFileProps = {
  listId: string
  /** Why no file can be compared now, such as changes that are not saved. */
  blocked: string | null
  /** Saves rows that replace those of this version. Resolves with why they were refused. */
  onSave: (rows: ComparedPrices['rows'], version: number) => Promise<string | null>
}

/** Exports the rows of a list, and imports a file of them after its changes were shown. */
export function PriceFile({ listId, blocked, onSave }: PriceFileProps) {
  const path = `/api/price-lists/${listId}/rows`
  const saveAs = (format: 'csv' | 'xlsx') =>
    saveDownload(authorizedFetch(`${path}/${format}`), `prices.${format}`)
  return (
    <ComparedFile<Compared, ComparedPrices>
      purpose="prices"
      api={path}
      blocked={blocked}
      hint="A file is compared with the list first; nothing changes before you save it."
      exports={
        <>
          <DownloadButton download={() => saveAs('csv')}>Export CSV</DownloadButton>
          <DownloadButton download={() => saveAs('xlsx')}>Export Excel</DownloadButton>
        </>
      }
      columns={[
        { head: 'SKU or category', subject: ({ target }) => target },
        { head: 'From', width: '9rem', cell: ({ minQuantity }) => minQuantity },
      ]}
      effectOf={effectOf}
      ticksOf={({ compared, others }, { takesStale }) => {
        const stale = compared.filter(({ isStale }) => isStale).length
        const since = stale > 0 ? `: ${countOf(stale, 'row')}` : ''
        return {
          replaces: others > 0 && `Remove what the file does not have: ${countOf(others, 'row')} of the list`,
          takesStale:
            (takesStale || stale > 0) && `Take prices that the list changed after the export${since}`,
        }
      }}
      othersOf={({ others }, { replaces }) => (replaces ? others : 0)}
      onSave={({ rows, version }) => onSave(rows, version)}
    />
  )
}

function effectOf(row: Compared): string {
  if (row.isStale && row.from)
    return `${priceTextOf(row)}; stays ${priceTextOf(row.from)}, which changed after the file`
  const text =
    row.state === 'changed' && row.from ? `${priceTextOf(row.from)} → ${priceTextOf(row)}` : priceTextOf(row)
  return row.warnings.length > 0 ? `${text}: far from the base price` : text
}

function priceTextOf({ perPrice, percent }: Pick<Compared, 'perPrice' | 'percent'>): string {
  if (percent !== undefined) return `${percent} % off`
  return perPrice === undefined ? '' : formatDollars(dollarsToCents(perPrice))
}
