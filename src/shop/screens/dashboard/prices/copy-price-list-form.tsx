import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { answerOf } from '#platform/http/api/rest-client.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { raisedPrice } from '#shop/prices/price-ladder.ts'
import type { PriceList, PriceListRow } from '#shop/prices/price-list-json.server.ts'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { InputField } from '#ui/forms/input-field.tsx'
import { readPrice } from '#ui/forms/price-text.ts'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { pricesApi } from './prices-client.ts'
import { useSending } from './use-sending.ts'

/** So many rows of the copy are shown beforehand. */
const PREVIEWED = 10

/** Copies a list as next year's, with its net prices raised, which are shown beforehand. */
export function CopyPriceListForm({ list, rows }: { list: PriceList; rows: PriceListRow[] }) {
  const navigate = useNavigate()
  const [name, setName] = useState(nextYear(list.name))
  const [from, setFrom] = useState(dayAfter(list.validUntil))
  const [raise, setRaise] = useState('3')
  const { send, errorOf, ...state } = useSending()
  const percent = readPrice(raise)
  const copy = () =>
    send(async () => {
      const json = { name, validFrom: from || null, validUntil: null, raise: percent }
      const sent = pricesApi['price-lists'][':id'].copy.$post({ param: { id: list._id }, json })
      const { _id: id } = await answerOf(sent)
      await navigate(href('/dashboard/price-lists/:id', { id }))
    })
  return (
    <section className="price-section" aria-labelledby="copy-price-list">
      <h2 id="copy-price-list">Copy as next year’s</h2>
      <FormFrame
        onSubmit={copy}
        button="Copy price list"
        {...state}
        disabled={Number.isNaN(percent)}
      >
        <InputField
          label="Name of the copy"
          value={name}
          maxLength={80}
          error={errorOf('name')}
          onValue={setName}
        />
        <InputField
          type="date"
          label="First day of the copy, when this list ends"
          value={from}
          error={errorOf('validFrom')}
          onValue={setFrom}
        />
        <InputField
          label="Raise prices by, in percent"
          hint="Below zero reduces them. Percentages off the base price stay."
          inputMode="decimal"
          value={raise}
          error={errorOf('raise')}
          onValue={setRaise}
        />
        {!Number.isNaN(percent) && <Preview rows={rows} raise={percent} />}
      </FormFrame>
    </section>
  )
}

function Preview({ rows, raise }: { rows: PriceListRow[]; raise: number }) {
  const priced = rows.flatMap(({ perPrice, ...row }) =>
    perPrice === undefined ? [] : [{ ...row, price: dollarsToCents(perPrice) }],
  )
  if (priced.length === 0) return null
  return (
    <ResponsiveTable columns={['Tool', 'From', 'Now', 'Then']}>
      {priced.slice(0, PREVIEWED).map(({ sku, name, minQuantity, price }) => (
        <tr key={`${sku} ${name} ${minQuantity}`}>
          <th scope="row">{sku ?? name}</th>
          <td data-label="From">{minQuantity.toLocaleString('en-US')}</td>
          <td data-label="Now">{formatDollars(price)}</td>
          <td data-label="Then">{formatDollars(raisedPrice(price, raise))}</td>
        </tr>
      ))}
    </ResponsiveTable>
  )
}

/** "Dealers 2026" becomes "Dealers 2027". */
function nextYear(name: string): string {
  const next = name.replace(/\b20\d\d\b/, (year) => String(Number(year) + 1))
  return next === name ? `${name} (copy)` : next
}

function dayAfter(day: string | null): string {
  if (day === null) return ''
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}
