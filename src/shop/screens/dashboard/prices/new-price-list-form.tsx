import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { answerOf } from '#platform/http/api/rest-client.ts'
import type { Company, CustomerGroup } from '#shop/companies/company-json.server.ts'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { ChoiceField, InputField } from '#ui/forms/input-field.tsx'
import { pricesApi } from './prices-client.ts'
import { useSending } from './use-sending.ts'

type NewPriceListFormProps = {
  groups: CustomerGroup[]
  /** The only company that the list may be for; for others, their pages lead here. */
  company: Company | null
}

/** Adds a price list and opens it. */
export function NewPriceListForm({ groups, company }: NewPriceListFormProps) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [audience, setAudience] = useState(company ? 'contract' : 'everybody')
  const { send, errorOf, ...state } = useSending()
  const add = () =>
    send(async () => {
      const json = {
        name,
        for: company
          ? { company: company._id }
          : audience === 'everybody'
            ? { everybody: true as const }
            : { group: audience },
        contract: audience === 'contract',
      }
      const { _id: id } = await answerOf(pricesApi['price-lists'].$post({ json }))
      await navigate(href('/dashboard/price-lists/:id', { id }))
    })
  return (
    <FormFrame onSubmit={add} button="Add price list" {...state}>
      <InputField
        label="Name of a new price list"
        value={name}
        maxLength={80}
        error={errorOf('name')}
        onValue={setName}
      />
      <ChoiceField
        label="For"
        hint={company ? undefined : 'A list for a company begins on the company’s page.'}
        value={audience}
        options={
          company
            ? [
                ['contract', `${company.name}: contract, replaces all other prices`],
                ['company', `${company.name}: the lowest price counts`],
              ]
            : [['everybody', 'Everybody'], ...groups.map(({ _id, name }) => [_id, name] as const)]
        }
        onValue={setAudience}
      />
    </FormFrame>
  )
}
