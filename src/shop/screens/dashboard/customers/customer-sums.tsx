import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { DescriptionItem } from '#ui/description-item.tsx'
import type { CustomerDetails } from './customer-json.server.ts'

/** What a customer bought by the documents, without tax. */
export function CustomerSums({ bought }: { bought: CustomerDetails['bought'] }) {
  const { thisYear, allTime, refunded } = bought
  return (
    <section aria-labelledby="customer-sums">
      <h2 id="customer-sums">Bought, without tax</h2>
      <dl className="customer-sums">
        <DescriptionItem term="This year">{dollars(thisYear)}</DescriptionItem>
        <DescriptionItem term="All time">{dollars(allTime)}</DescriptionItem>
        <DescriptionItem term="Refunds, deducted">{dollars(refunded)}</DescriptionItem>
      </dl>
    </section>
  )
}

const dollars = (amount: number) => formatDollars(dollarsToCents(amount))
