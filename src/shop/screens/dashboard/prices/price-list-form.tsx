import { useState } from 'react'
import { answerOf } from '#platform/http/api/rest-client.ts'
import type { PriceList } from '#shop/prices/price-list-json.server.ts'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { InputField } from '#ui/forms/input-field.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'
import { pricesApi } from './prices-client.ts'
import { useSending } from './use-sending.ts'

/** Renames a list and changes its days. A list that was used is ended by its last day. */
export function PriceListForm({ list }: { list: PriceList }) {
  const { reload } = useReload()
  const [name, setName] = useState(list.name)
  const [from, setFrom] = useState(list.validFrom ?? '')
  const [until, setUntil] = useState(list.validUntil ?? '')
  const { send, errorOf, ...state } = useSending()
  const save = () =>
    send(async () => {
      const json = { name, validFrom: from || null, validUntil: until || null }
      await answerOf(pricesApi['price-lists'][':id'].$put({ param: { id: list._id }, json }))
      await reload()
      await showToast('success', 'Price list saved')
    })
  return (
    <section className="price-section" aria-labelledby="price-list-days">
      <h2 id="price-list-days">Name and days</h2>
      <FormFrame onSubmit={save} button="Save" {...state}>
        <InputField
          label="Name"
          value={name}
          maxLength={80}
          error={errorOf('name')}
          onValue={setName}
        />
        <InputField
          type="date"
          label="First day"
          value={from}
          error={errorOf('validFrom')}
          onValue={setFrom}
        />
        <InputField
          type="date"
          label="Last day"
          value={until}
          error={errorOf('validUntil')}
          onValue={setUntil}
        />
      </FormFrame>
    </section>
  )
}
