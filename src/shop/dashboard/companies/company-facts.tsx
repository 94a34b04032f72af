import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Company } from '#shop/companies/company-json.server.ts'
import { treatmentNames } from '#shop/dashboard/customers/customer-facts.tsx'
import { seeShopAs } from '#shop/prices/view/price-view-bar.tsx'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { DescriptionItem } from '#ui/description-item.tsx'
import { PopoverButton } from '#ui/popover-button.tsx'
import { showToast } from '#ui/toast.ts'
import { MergeCompany } from './merge-company.tsx'

const dollars = (amount: number) => formatDollars(dollarsToCents(amount))

type CompanyFigures = { thisYear: number; open: number; lastOrder: string | undefined }

/** Who a company is, what it bought, and what can be done with the whole of it. */
export function CompanyHead(props: { company: Company; figures: CompanyFigures }) {
  const { company, figures } = props
  const [isMerging, setMerging] = useState(false)
  const see = (id: string) => seeShopAs(id).catch((error: unknown) => showToast('error', refusalText(error)))
  return (
    <header className="mb-16 surface px-16 py-12">
      <div className="row">
        <h1 className="page-title">{company.name}</h1>
        {company.group && <span className="status-badge">{company.group.name}</span>}
        <div className="buttons ml-auto">
          {company.members.length > 0 && (
            <PopoverButton text="See the shop as …" label="See the shop as">
              {company.members.map(({ _id, name }) => (
                <Button key={_id} variant="quiet" onClick={() => void see(_id)}>
                  {name}
                </Button>
              ))}
            </PopoverButton>
          )}
          {!company.mergedInto && (
            <PopoverButton text="More" label="More about the company">
              <Button variant="quiet" onClick={() => setMerging(true)}>
                Merge into another company
              </Button>
            </PopoverButton>
          )}
        </div>
      </div>
      <dl className="facts row mt-8">
        <DescriptionItem term="ERP number">{company.erpNumber ?? '–'}</DescriptionItem>
        <DescriptionItem term="Ordered this year">{dollars(figures.thisYear)}</DescriptionItem>
        <DescriptionItem term="Open">{dollars(figures.open)}</DescriptionItem>
        <DescriptionItem term="Last order">
          {figures.lastOrder ? <DateTime iso={figures.lastOrder} dayOnly /> : 'None'}
        </DescriptionItem>
      </dl>
      {isMerging && <MergeCompany company={company} onClosed={() => setMerging(false)} />}
    </header>
  )
}

/** What is known of a company, beside what is shown of it. */
export function CompanyFacts({ company: { tax, addresses } }: { company: Company }) {
  const address = Object.values(addresses[0] ?? {}).filter((part) => part !== '')
  return (
    <dl className="facts stack">
      <DescriptionItem term="Tax">
        {[treatmentNames[tax.treatment], tax.reference].filter(Boolean).join(', ')}
      </DescriptionItem>
      <DescriptionItem term="Default address">{address.join(', ') || 'None'}</DescriptionItem>
    </dl>
  )
}
