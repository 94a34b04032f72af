import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { answerOf, RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'
import type { Company, CustomerGroup } from '#shop/companies/company-json.server.ts'
import { Field } from '#ui/forms/field.tsx'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { pricesApi } from './prices-client.ts'

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
  const [error, setError] = useState<{ name?: string; all?: string }>({})
  const [isBusy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    const sent = pricesApi['price-lists'].$post({
      json: {
        name,
        for: company
          ? { company: company._id }
          : audience === 'everybody'
            ? { everybody: true }
            : { group: audience },
        contract: audience === 'contract',
      },
    })
    try {
      const { _id: id } = await answerOf(sent)
      await navigate(href('/dashboard/price-lists/:id', { id }))
    } catch (error) {
      const isName = error instanceof RestRefusal && error.fields.name !== undefined
      setError(isName ? { name: refusalText(error) } : { all: refusalText(error) })
      setBusy(false)
    }
  }
  return (
    <FormFrame
      onSubmit={async (event) => {
        event.preventDefault()
        await add()
      }}
      button="Add price list"
      busy={isBusy}
      error={error.all}
    >
      <Field label="Name of a new price list" error={error.name}>
        {(aria) => (
          <input
            {...aria}
            className="field-input"
            value={name}
            maxLength={80}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Field
        label="For"
        hint={company ? undefined : 'A list for a company begins on the company’s page.'}
      >
        {(aria) => (
          <select
            {...aria}
            className="field-input"
            value={audience}
            onChange={({ target }) => setAudience(target.value)}
          >
            {company ? (
              <>
                <option value="contract">
                  {company.name}: contract, replaces all other prices
                </option>
                <option value="company">{company.name}: the lowest price counts</option>
              </>
            ) : (
              <>
                <option value="everybody">Everybody</option>
                {groups.map(({ _id, name }) => (
                  <option key={_id} value={_id}>
                    {name}
                  </option>
                ))}
              </>
            )}
          </select>
        )}
      </Field>
    </FormFrame>
  )
}
