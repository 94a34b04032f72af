import { href, Link, useNavigate } from 'react-router'
import type { Company, CustomerGroup } from '#shop/companies/company-json.server.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { Form } from '#ui/forms/form.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useSentForm } from '#web/form-refusal.ts'

type NewPriceListFormProps = {
  groups: CustomerGroup[]
  /** The only company that the list may be for; for others, their pages lead here. */
  company: Company | null
}

export function NewPriceListForm({ groups, company }: NewPriceListFormProps) {
  const navigate = useNavigate()
  const first = { name: '', audience: company ? 'contract' : 'everybody' }
  const { control, submit } = useSentForm(first, async ({ name, audience }) => {
    const json = {
      name,
      for: company
        ? { company: company._id }
        : audience === 'everybody'
          ? { everybody: true as const }
          : { group: audience },
      contract: audience === 'contract',
    }
    const { _id: id } = await pricesApi['price-lists'].$post({ json })
    await navigate(href('/dashboard/price-lists/:id', { id }))
  })
  return (
    <Form control={control} onSubmit={submit} button="Add price list">
      <TextField
        control={control}
        name="name"
        label="Name of a new price list"
        maxLength={80}
        autoComplete="off"
      />
      <SelectField
        control={control}
        name="audience"
        label="For"
        hint={
          !company && (
            <>
              To add a list for a company, open it in <Link to={href('/dashboard/companies')}>Companies</Link>
              .
            </>
          )
        }
      >
        {company ? (
          <>
            <option value="contract">{company.name}: contract, replaces all other prices</option>
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
      </SelectField>
    </Form>
  )
}
