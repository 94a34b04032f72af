import { useCallback, useId, useState } from 'react'
import { formatDollars } from '#platform/money.ts'
import { readWholeNumber } from '#platform/written-number.ts'
import { type DraftList, paidFor } from '#shop/prices/admin/draft-prices.ts'
import type { KnownTools } from '#shop/prices/admin/grid-lines.ts'
import { fetchTools, pricesApi, type Whose } from '#shop/prices/admin/prices-client.ts'
import type { PricedToolJson } from '#shop/prices/price-list-json.server.ts'
import { InputField } from '#ui/forms/input-field.tsx'
import { useLoaded } from '#web/use-loaded.ts'

type WhatIsPaidProps = {
  /** Whose prices are shown first. */
  name: string
  whose: Whose
  /** Their list as it is edited, which then counts in the place of what is stored. */
  draft?: DraftList
  /** The tool that is shown first, and whenever it changes. */
  sku?: string
  /** Tools that were read for them already. */
  known?: KnownTools
}

/** What a customer pays for a tool, and why. */
export function WhatIsPaid({ name, whose, draft, sku = '', known }: WhatIsPaidProps) {
  const [typed, setTyped] = useState({ over: sku, sku })
  const [pieces, setPieces] = useState('1')
  const [customer, setCustomer] = useState('')
  const companies = useCompanies(whose.company ? null : customer)
  const company = companies.find(({ name }) => name.toLowerCase() === customer.toLowerCase())
  const shown = (typed.over === sku ? typed.sku : sku).trim().toUpperCase()
  const { company: ofCompany = company?._id, group } = whose
  const load = useCallback(
    () => fetchTools([shown], ofCompany ? { company: ofCompany } : { ...(group && { group }) }),
    [shown, ofCompany, group],
  )
  const read = company ? undefined : known?.get(shown)
  const { value: tools, error, isLoading } = useLoaded(shown === '' || read ? null : load)
  const tool = read ?? (isLoading ? undefined : tools?.get(shown))
  const isFor = !company || !group || company.group === name
  const id = useId()
  return (
    <section className="compact-form grid gap-8" aria-labelledby={id}>
      <h2 id={id}>What is paid</h2>
      {!whose.company && (
        <>
          <InputField
            label="Customer"
            type="search"
            placeholder={name}
            list={`${id}-companies`}
            value={customer}
            onValue={setCustomer}
            error={customer && companies.length === 0 ? 'No such company' : undefined}
          />
          <datalist id={`${id}-companies`}>
            {companies.map(({ _id, name, erpNumber }) => (
              <option key={_id} value={name} label={erpNumber ?? undefined} />
            ))}
          </datalist>
        </>
      )}
      <div className="what-is-paid grid gap-8">
        <InputField
          label="SKU"
          value={shown}
          maxLength={40}
          onValue={(text) => setTyped({ over: sku, sku: text })}
        />
        <InputField label="Pieces" inputMode="numeric" value={pieces} onValue={setPieces} />
      </div>
      <div role="status">
        {shown === '' && <p className="note">Type a SKU{draft && ', or choose a row'}.</p>}
        {Boolean(error) && <p>The price failed to load.</p>}
        {tool === null && <p>There is no tool {shown}.</p>}
        {tool && (
          <Paid
            tool={tool}
            quantity={readWholeNumber(pieces) || 1}
            by={company?.name ?? name}
            draft={isFor ? draft : undefined}
            isOutside={!isFor}
          />
        )}
      </div>
    </section>
  )
}

type PaidProps = {
  tool: PricedToolJson
  quantity: number
  by: string
  draft: DraftList | undefined
  /** Whether the list is for others. */
  isOutside: boolean
}

function Paid({ tool, quantity, by, draft, isOutside }: PaidProps) {
  const { candidates, ladder } = paidFor(tool, draft, quantity)
  return (
    <>
      <p>
        {tool.name}, {quantity.toLocaleString('en-US')} {quantity === 1 ? 'piece' : 'pieces'}:{' '}
        <strong>{candidates[0] && formatDollars(candidates[0].unitPrice)} each</strong>
      </p>
      <p className="note">
        As {by} pays{draft && ', with this list as it stands here'}
        {isOutside && ', for whom this list is not'}.{' '}
        {ladder.length > 1 &&
          `From ${ladder.map(({ minQuantity, unitPrice }) => `${minQuantity.toLocaleString('en-US')}: ${formatDollars(unitPrice)}`).join(', ')}.`}
      </p>
      <ol className="bullets mt-8">
        {candidates.map(({ list, minQuantity, unitPrice }) => (
          <li key={list?.id ?? ''}>
            {list?.name ?? 'Base price'}
            {minQuantity > 1 && `, from ${minQuantity.toLocaleString('en-US')}`}:{' '}
            {formatDollars(unitPrice)}
          </li>
        ))}
      </ol>
    </>
  )
}

/** The companies that a text finds. */
function useCompanies(search: string | null) {
  const load = useCallback(
    () => pricesApi.companies.$get({ query: { search: search ?? '', size: 20 } }),
    [search],
  )
  return useLoaded(search ? load : null).value ?? []
}
