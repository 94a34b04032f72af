import { useState } from 'react'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { readWholeNumber } from '#platform/written-number.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import type { WhyThisPrice as Why } from '#shop/prices/price-list-json.server.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useSentForm } from '#web/form-refusal.ts'

const dollars = (price: number) => formatDollars(dollarsToCents(price))

export function WhyThisPrice({ company }: { company: { _id: string; name: string } | null }) {
  const [why, setWhy] = useState<Why | null>(null)
  const { control, submit } = useSentForm({ sku: '', quantity: '1' }, async (typed) => {
    setWhy(null)
    const quantity = readWholeNumber(typed.quantity) || 1
    const query = { sku: typed.sku.trim(), quantity, ...(company && { company: company._id }) }
    setWhy(await pricesApi['price-lists'].why.$get({ query }))
  })
  return (
    <section className="price-section" aria-labelledby="why-this-price">
      <h2 id="why-this-price">Why this price</h2>
      <Form control={control} onSubmit={submit} button="Show the calculation">
        <TextField
          control={control}
          name="sku"
          label="SKU"
          hint={`As ${company ? company.name : 'a visitor'} pays.`}
          autoComplete="off"
        />
        <TextField
          control={control}
          name="quantity"
          label="Pieces"
          inputMode="numeric"
          autoComplete="off"
        />
      </Form>
      {why && (
        <div className="mt-12" role="status">
          <p>
            {why.sku} {why.name}, {why.quantity.toLocaleString('en-US')} pieces:{' '}
            <strong>{dollars(why.perPrice)} each</strong>
          </p>
          <ol className="bullets">
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
