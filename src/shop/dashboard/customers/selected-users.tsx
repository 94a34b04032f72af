import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { CompanyRow } from '#shop/companies/company-json.server.ts'
import type {
  CustomerFiguresJson,
  createCustomersApi,
} from '#shop/customers/customers-api.server.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { type Taxed, TaxFields, taxOf } from '#shop/users/admin/tax-fields.tsx'
import type { ManagedUser } from '#shop/users/user-json.server.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Selected } from '#web/lists/list-selection.tsx'
import { SendDialog } from '#web/send-dialog.tsx'
import { useLoaded } from '#web/use-loaded.ts'

export const customersApi = apiClient<typeof createCustomersApi>().customers

type SelectedUsersProps = {
  users: ManagedUser[]
  figures: Map<string, CustomerFiguresJson>
  companies: CompanyRow[]
  onClear: () => void
}

const parts = ['Company', 'Group', 'Tax'] as const

/** Changes the company, the group or the tax of the selected users together. */
export function SelectedUsers({ onClear, ...props }: SelectedUsersProps) {
  const [part, setPart] = useState<(typeof parts)[number]>()
  return (
    <Selected label="Selected users" text={`${props.users.length} selected`} onClear={onClear}>
      {parts.map((part) => (
        <Button key={part} variant="quiet" onClick={() => setPart(part)}>
          {part}
        </Button>
      ))}
      {part && <ChangeDialog {...props} part={part} onClosed={() => setPart(undefined)} />}
    </Selected>
  )
}

type ChangeDialogProps = Omit<SelectedUsersProps, 'onClear'> & {
  part: (typeof parts)[number]
  onClosed: () => void
}

const loadGroups = () => pricesApi['customer-groups'].$get({})

function ChangeDialog({ part, users, figures, companies, onClosed }: ChangeDialogProps) {
  const { control, getValues } = useForm<Taxed & { company: string; group: string }>({
    defaultValues: {
      company: '',
      group: '',
      taxTreatment: { treatment: 'standard', reference: '' },
    },
  })
  const groups = useLoaded(part === 'Group' ? loadGroups : null).value ?? []
  const send = () => {
    const { company, group, taxTreatment } = getValues()
    const ofUsers = users.flatMap(({ _id }) => figures.get(_id)?.company ?? [])
    const seen = Object.fromEntries(ofUsers.map(({ _id, version }) => [_id, version]))
    if (part === 'Company' && company === '') return 'Choose a company'
    const changes = {
      Company: { company },
      Group: { group: { _id: group || null, seen } },
      Tax: { tax: taxOf(taxTreatment) },
    }
    return customersApi.$put({ json: { users: users.map(({ _id }) => _id), ...changes[part] } })
  }
  return (
    <SendDialog
      title={`Change the ${part.toLowerCase()} of ${users.length === 1 ? '1 user' : `${users.length} users`}`}
      action="Change"
      isHarmless
      send={send}
      message="The users are changed"
      onClosed={onClosed}
    >
      <p className="mb-12">{users.map(({ displayName }) => displayName).join(', ')}</p>
      {part === 'Company' && (
        <SelectField control={control} name="company" label="Company">
          <option value="">Choose …</option>
          {companies.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {part === 'Group' && (
        <SelectField control={control} name="group" label="Group of their companies">
          <option value="">None</option>
          {groups.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {part === 'Tax' && <TaxFields control={control} label="Treatment" />}
    </SendDialog>
  )
}
