import { browserCsvFormat } from '#platform/csv.ts'
import type { OrderLines } from '#shop/order-list/store/order-list.ts'
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
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = 'order-list.csv'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Button variant="quiet" onClick={download}>
      Download CSV
    </Button>
  )
}
