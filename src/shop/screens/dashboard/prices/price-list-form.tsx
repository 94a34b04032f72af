import { answerOf } from '#platform/http/api/rest-client.ts'
import type { PriceList } from '#shop/prices/price-list-json.server.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { useSentForm } from '#web/form-refusal.ts'
import { useReload } from '#web/session-end.ts'
import { pricesApi } from './prices-client.ts'

/** Renames a list and changes its days. A list that was used is ended by its last day. */
export function PriceListForm({ list }: { list: PriceList }) {
  const { reload } = useReload()
  const stored = {
    name: list.name,
    validFrom: list.validFrom ?? '',
    validUntil: list.validUntil ?? '',
  }
  const { control, submit } = useSentForm(stored, async ({ name, validFrom, validUntil }) => {
    const json = { name, validFrom: validFrom || null, validUntil: validUntil || null }
    await answerOf(pricesApi['price-lists'][':id'].$put({ param: { id: list._id }, json }))
    await reload()
    await showToast('success', 'Price list saved')
  })
  return (
    <section className="price-section" aria-labelledby="price-list-days">
      <h2 id="price-list-days">Name and days</h2>
      <Form control={control} onSubmit={submit} button="Save">
        <TextField control={control} name="name" label="Name" maxLength={80} autoComplete="off" />
        <TextField control={control} name="validFrom" label="First day" type="date" />
        <TextField control={control} name="validUntil" label="Last day" type="date" />
      </Form>
    </section>
  )
}
