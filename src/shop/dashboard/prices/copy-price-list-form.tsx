import { href, useNavigate } from 'react-router'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import type { PriceList } from '#shop/prices/price-list-json.server.ts'
import { Form } from '#ui/forms/form.tsx'
import { readPrice } from '#ui/forms/price-text.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { useSentForm } from '#web/form-refusal.ts'

/** Copies a list as next year's, a draft with its net prices raised. */
export function CopyPriceListForm({ list }: { list: PriceList }) {
  const navigate = useNavigate()
  const first = { name: nextYear(list.name), validFrom: dayAfter(list.validUntil), raise: '3' }
  const form = useSentForm(first, async ({ name, validFrom, raise }) => {
    const json = { name, validFrom: validFrom || null, validUntil: null, raise: readPrice(raise) }
    const sent = pricesApi['price-lists'][':id'].copy.$post({ param: { id: list._id }, json })
    const { _id: id } = await sent
    await navigate(href('/dashboard/price-lists/:id', { id }))
  })
  const { control, submit } = form
  return (
    <Form
      control={control}
      onSubmit={submit}
      button="Copy price list"
      disabled={Number.isNaN(readPrice(form.watch('raise')))}
    >
      <TextField control={control} name="name" label="Name of the copy" maxLength={80} autoComplete="off" />
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
    </Form>
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
