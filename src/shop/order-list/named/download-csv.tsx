import { browserCsvFormat } from '#platform/csv.ts'
import { saveBlob } from '#platform/http/api/save-download.ts'
import type { OrderLines } from '#shop/list-store/order-list.ts'
import type { ListedProduct } from '#shop/order-list/use-listed-products.ts'
import { Button } from '#ui/button.tsx'
import { listCsv } from './list-csv.ts'

type DownloadCsvProps = {
  lines: OrderLines
  productOf: (productId: string) => ListedProduct
}

/** Downloads the list as a CSV file. */
export function DownloadCsv({ lines, productOf }: DownloadCsvProps) {
  const download = () => {
    const file = new Blob([listCsv(lines, productOf, browserCsvFormat())], { type: 'text/csv' })
    saveBlob(file, 'order-list.csv')
  }
  return (
    <Button variant="quiet" onClick={download}>
      Download CSV
    </Button>
  )
}
