import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { CompanyRow } from '#shop/companies/company-json.server.ts'
import type { createPendingUsersApi, PendingUser } from '#shop/companies/pending/pending-users-api.server.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Form } from '#ui/forms/form.tsx'
import { Options } from '#ui/forms/options.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { useSentForm } from '#web/form-refusal.ts'
import { useReload } from '#web/session-end.ts'
import { useChange } from '#web/use-change.ts'
import { CustomerFile } from './customer-file.tsx'

export const pendingApi = apiClient<typeof createPendingUsersApi>()['pending-users']

type PendingUsersProps = { pending: PendingUser[]; companies: CompanyRow[] }

/** Customers whom an admin adds, and invites to open their account. */
export function PendingUsers({ pending, companies }: PendingUsersProps) {
  const { reload } = useReload()
  const { isBusy, change } = useChange()
  const empty = { name: '', email: '', company: '' }
  const { control, submit, reset } = useSentForm(empty, async ({ company, ...user }) => {
    await pendingApi.$post({ json: { ...user, company: company || null } })
    reset()
    await reload()
  })
  const invite = (email: string) =>
    change(pendingApi[':email'].invitation.$post({ param: { email } }), 'The invitation is on its way')
  const remove = (email: string) => change(pendingApi[':id'].$delete({ param: { id: email } }))
  return (
    <section className="price-section" aria-labelledby="pending-users">
      <h2 id="pending-users">Added, not registered yet</h2>
      {pending.length > 0 && (
        <DataTable
          rows={pending}
          keyOf={({ email }) => email}
          className="pending-table"
          columns={[
            { head: 'Name', title: ({ name }) => name, subject: ({ name }) => name },
            { head: 'Email', label: '', className: 'pending-email', cell: ({ email }) => email },
            { head: 'Company', label: '', cell: ({ company }) => company },
            {
              head: 'Invited',
              className: 'from-640',
              cell: ({ invitedAt }) => invitedAt && <DateTime iso={invitedAt} />,
            },
            {
              actions: ({ name, email, invitedAt }) => (
                <>
                  <Button
                    variant="quiet"
                    disabled={isBusy}
                    aria-label={`${invitedAt ? 'Invite again' : 'Invite'} ${name}`}
                    onClick={() => void invite(email)}
                  >
                    {invitedAt ? 'Invite again' : 'Invite'}
                  </Button>
                  <Button
                    variant="quiet"
                    disabled={isBusy}
                    aria-label={`Remove ${name}`}
                    onClick={() => void remove(email)}
                  >
                    Remove
                  </Button>
                </>
              ),
            },
          ]}
        />
      )}
      <Form control={control} onSubmit={submit} button="Add user">
        <TextField control={control} name="name" label="Name of a new user" autoComplete="off" />
        <TextField
          control={control}
          name="email"
          label="E-mail"
          type="email"
          hint="Nothing is mailed before you press Invite. The link works once, for seven days."
          autoComplete="off"
        />
        <SelectField
          control={control}
          name="company"
          label="Company"
          hint="Its prices and tax apply once the user has opened the link."
        >
          <option value="">None</option>
          <Options of={companies.map(({ _id, name }) => [_id, name])} />
        </SelectField>
      </Form>
      <CustomerFile />
    </section>
  )
}
