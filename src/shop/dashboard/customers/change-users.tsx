import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { CustomerDetails } from '#shop/customers/customer-json.server.ts'
import type { CustomerFiguresJson, createCustomersApi } from '#shop/customers/customers-api.server.ts'
import { type Taxed, TaxFields } from '#shop/users/admin/tax-fields.tsx'
import type { ManagedUser } from '#shop/users/user-json.server.ts'
import { Button } from '#ui/button.tsx'
import { Options } from '#ui/forms/options.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Selected } from '#web/lists/list-selection.tsx'
import { SendDialog } from '#web/send-dialog.tsx'

export const customersApi = apiClient<typeof createCustomersApi>().customers

const parts = ['company', 'group', 'tax'] as const
type Part = (typeof parts)[number]
type Choice = { _id: string; name: string }

type SelectedUsersProps = {
  users: ManagedUser[]
  figures: Map<string, CustomerFiguresJson>
  choices: { company: Choice[]; group: Choice[] }
  onClear: () => void
}

/** Changes the company, the group or the tax of the selected users together. */
export function SelectedUsers({ users, figures, choices, onClear }: SelectedUsersProps) {
  const [part, setPart] = useState<Part>()
  const companies = users.flatMap(({ _id }) => figures.get(_id)?.company ?? [])
  return (
    <>
      <Selected label="Selected users" text={`${users.length} selected`} onClear={onClear}>
        {parts.map((part) => (
          <Button key={part} variant="quiet" onClick={() => setPart(part)}>
            Change {part}
          </Button>
        ))}
      </Selected>
      {part && (
        <ChangeUsers
          part={part}
          users={users}
          seen={Object.fromEntries(companies.map(({ id, version }) => [id, version]))}
          choices={part === 'tax' ? [] : choices[part]}
          onClosed={() => setPart(undefined)}
        />
      )}
    </>
  )
}

type ChangeUsersProps = {
  part: Part
  users: { _id: string; name: string; email: string }[]
  /** The versions of their companies. */
  seen?: Record<string, number>
  choices?: Choice[]
  tax?: CustomerDetails['tax']
  onClosed: () => void
}

export function ChangeUsers({ part, users, seen = {}, choices = [], ...props }: ChangeUsersProps) {
  const { treatment = 'standard', reference, taxId = '' } = props.tax ?? {}
  const { control, getValues, setValue } = useForm<Taxed & { chosen: string }>({
    defaultValues: { chosen: '', taxTreatment: { treatment, reference: reference ?? '' } },
  })
  const send = () => {
    const { chosen, taxTreatment } = getValues()
    const { treatment } = taxTreatment
    const changes = {
      company: { company: chosen },
      group: { group: { _id: chosen || null, seen } },
      tax: { tax: treatment === 'standard' ? { treatment } : { ...taxTreatment, treatment } },
    }
    return customersApi.$put({ json: { users: users.map(({ _id }) => _id), ...changes[part] } })
  }
  return (
    <SendDialog
      title={`Change the ${part}`}
      action="Save"
      isHarmless
      send={send}
      message={`The ${part} is changed`}
      onClosed={props.onClosed}
    >
      <p className="mb-12">
        Of {users.map(({ name, email }) => `${name} (${email})`).join(', ')}, for the next orders. Orders that
        are placed keep theirs.
      </p>
      {part === 'tax' ? (
        <TaxFields
          control={control}
          label="Treatment"
          onTreatment={(chosen) => {
            const isEmpty = getValues('taxTreatment.reference') === ''
            if (chosen === 'reverse-charge' && isEmpty) setValue('taxTreatment.reference', taxId)
          }}
        />
      ) : (
        <SelectField
          control={control}
          name="chosen"
          label={part === 'company' ? 'Company' : 'Group of their companies'}
        >
          <option value="">{part === 'company' ? 'Choose …' : 'None'}</option>
          <Options of={choices.map(({ _id, name }) => [_id, name])} />
        </SelectField>
      )}
    </SendDialog>
  )
}
