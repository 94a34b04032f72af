import { href, useNavigate } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { raisedPrice } from '#shop/prices/price-ladder.ts'
import type { PriceList, PriceListRow } from '#shop/prices/price-list-json.server.ts'
import { Form } from '#ui/forms/form.tsx'
import { readPrice } from '#ui/forms/price-text.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { useSentForm } from '#web/form-refusal.ts'

/** So many rows of the copy are shown beforehand. */
const PREVIEWED = 10

/** Copies a list as next year's, a draft with its net prices raised, which are shown beforehand. */
export function CopyPriceListForm({ list, rows }: { list: PriceList; rows: PriceListRow[] }) {
  const navigate = useNavigate()
  const first = { name: nextYear(list.name), validFrom: dayAfter(list.validUntil), raise: '3' }
  const form = useSentForm(first, async ({ name, validFrom, raise }) => {
    const json = { name, validFrom: validFrom || null, validUntil: null, raise: readPrice(raise) }
    const sent = pricesApi['price-lists'][':id'].copy.$post({ param: { id: list._id }, json })
    const { _id: id } = await sent
    await navigate(href('/dashboard/price-lists/:id', { id }))
  })
  const { control, submit } = form
  const percent = readPrice(form.watch('raise'))
  return (
    <Form
      control={control}
      onSubmit={submit}
      button="Copy price list"
      disabled={Number.isNaN(percent)}
    >
      <TextField
        control={control}
        name="name"
        label="Name of the copy"
        maxLength={80}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="validFrom"
        type="date"
        label="New list starts on"
        hint="Once the copy is published, this list ends when it begins."
      />
      <TextField
        control={control}
        name="raise"
        label="Raise prices by, in percent"
        hint="A negative number lowers prices. Percentage discounts stay as they are."
        inputMode="decimal"
        autoComplete="off"
      />
      {!Number.isNaN(percent) && <Preview rows={rows} raise={percent} />}
    </Form>
  )
}

function Preview({ rows, raise }: { rows: PriceListRow[]; raise: number }) {
  const priced = rows.flatMap(({ perPrice, ...row }) =>
    perPrice === undefined ? [] : [{ ...row, price: dollarsToCents(perPrice) }],
  )
  if (priced.length === 0) return null
  return (
    <DataTable
      rows={priced.slice(0, PREVIEWED)}
      keyOf={({ sku, name, minQuantity }) => `${sku} ${name} ${minQuantity}`}
      columns={[
        { head: 'Tool', subject: ({ sku, name }) => sku ?? name },
        { head: 'From', cell: ({ minQuantity }) => minQuantity },
        { head: 'Now', cell: ({ price }) => formatDollars(price) },
        { head: 'Then', cell: ({ price }) => formatDollars(raisedPrice(price, raise)) },
      ]}
    />
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
