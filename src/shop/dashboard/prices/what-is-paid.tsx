import { useCallback, useId, useState } from 'react'
import { formatDollars } from '#platform/money.ts'
import { readWholeNumber } from '#platform/written-number.ts'
import { type DraftList, paidFor } from '#shop/prices/admin/draft-prices.ts'
import { fetchTools, pricesApi, type Whose } from '#shop/prices/admin/prices-client.ts'
import { InputField } from '#ui/forms/input-field.tsx'
import { useLoaded } from '#web/use-loaded.ts'

type WhatIsPaidProps = {
  /** Whose prices are shown if no company is chosen. */
  name: string
  whose: Whose
  /** The list as it is edited, which counts in the place of what is stored of it. */
  draft: DraftList
  /** The tool, at first that of the row that has the focus. */
  sku: string
  onSku: (sku: string) => void
}

/** What a customer pays for a tool, and why. */
export function WhatIsPaid({ name, whose, draft, sku, onSku }: WhatIsPaidProps) {
  const id = useId()
  const [pieces, setPieces] = useState('1')
  const [customer, setCustomer] = useState('')
  const find = useCallback(
    () => pricesApi.companies.$get({ query: { search: customer, size: 20 } }),
    [customer],
  )
  const companies = useLoaded(customer ? find : null).value ?? []
  const company = companies.find(({ name }) => name.toLowerCase() === customer.toLowerCase())
  const chosen = company?._id
  const shown = sku.trim().toUpperCase()
  const load = useCallback(
    () => fetchTools([shown], chosen ? { company: chosen } : whose),
    [shown, chosen, whose],
  )
  const { value: tools } = useLoaded(shown === '' ? null : load)
  const tool = tools?.get(shown)
  const isFor = !company || !whose.group || company.group === name
  const quantity = readWholeNumber(pieces) || 1
  const paid = tool && paidFor(tool, isFor ? draft : undefined, quantity).candidates
  return (
    <section className="compact-form grid gap-8" aria-labelledby={id}>
      <h2 id={id}>What is paid</h2>
      {!whose.company && (
        <>
          <InputField
            label="Customer"
            placeholder={name}
            list={`${id}-companies`}
            value={customer}
            onValue={setCustomer}
          />
          <datalist id={`${id}-companies`}>
            {companies.map(({ _id, name }) => (
              <option key={_id} value={name} />
            ))}
          </datalist>
        </>
      )}
      <InputField label="SKU" value={sku} onValue={onSku} />
      <InputField label="Pieces" inputMode="numeric" value={pieces} onValue={setPieces} />
      <div role="status">
        {tool === null && <p>There is no tool {shown}.</p>}
        {paid?.[0] && (
          <>
            <p>
              {tool?.name}: <strong>{formatDollars(paid[0].unitPrice)} each</strong>
            </p>
            <p className="note">
              As {company?.name ?? name} pays
              {isFor ? ', with this list as it stands here' : ', for whom this list is not'}.
            </p>
            <ol className="bullets mt-8">
              {paid.map(({ list, minQuantity, unitPrice }) => (
                <li key={list?.id ?? ''}>
                  {list?.name ?? 'Base price'}
                  {minQuantity > 1 && `, from ${minQuantity.toLocaleString('en-US')}`}:{' '}
                  {formatDollars(unitPrice)}
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </section>
  )
}
