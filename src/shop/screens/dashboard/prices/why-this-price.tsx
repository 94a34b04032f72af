import { useState } from 'react'
import { answerOf } from '#platform/http/api/rest-client.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { readWholeNumber } from '#platform/written-number.ts'
import type { WhyThisPrice as Why } from '#shop/prices/price-list-json.server.ts'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { InputField } from '#ui/forms/input-field.tsx'
import { pricesApi } from './prices-client.ts'
import { useSending } from './use-sending.ts'

const dollars = (price: number) => formatDollars(dollarsToCents(price))

/** Explains the price of a tool for a company, or for visitors. */
export function WhyThisPrice({ company }: { company: { _id: string; name: string } | null }) {
  const [sku, setSku] = useState('')
  const [pieces, setPieces] = useState('1')
  const [why, setWhy] = useState<Why | null>(null)
  const { send, errorOf, ...state } = useSending()
  const ask = () =>
    send(async () => {
      setWhy(null)
      const quantity = readWholeNumber(pieces) || 1
      const query = { sku: sku.trim(), quantity, ...(company && { company: company._id }) }
      setWhy(await answerOf(pricesApi['price-lists'].why.$get({ query })))
    })
  return (
    <section className="price-section" aria-labelledby="why-this-price">
      <h2 id="why-this-price">Why this price</h2>
      <FormFrame onSubmit={ask} button="Explain" {...state}>
        <InputField
          label="SKU"
          hint={`As ${company ? company.name : 'a visitor'} pays.`}
          value={sku}
          error={errorOf('sku')}
          onValue={setSku}
        />
        <InputField
          label="Pieces"
          inputMode="numeric"
          value={pieces}
          error={errorOf('quantity')}
          onValue={setPieces}
        />
      </FormFrame>
      {why && (
        <div className="why-this-price" role="status">
          <p>
            {why.sku} {why.name}, {why.quantity.toLocaleString('en-US')} pieces:{' '}
            <strong>{dollars(why.perPrice)} each</strong>
          </p>
          <ol>
            {why.candidates.map(({ list, minQuantity, perPrice }) => (
              <li key={list?._id ?? ''}>
                {list?.name ?? 'Base price'}
                {minQuantity > 1 && `, from ${minQuantity.toLocaleString('en-US')}`}:{' '}
                {dollars(perPrice)}
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  )
}
