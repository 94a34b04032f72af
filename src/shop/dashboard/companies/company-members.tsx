import { useState } from 'react'
import { href, Link } from 'react-router'
import type { Company } from '#shop/companies/company-json.server.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { useReload } from '#web/session-end.ts'
import { useChange } from '#web/use-change.ts'
import { NameForm } from './name-form.tsx'

export function CompanyMembers({ company }: { company: Company }) {
  const { _id: id, members, pending } = company
  const { reload } = useReload()
  const { isBusy, change } = useChange()
  /** The member whose exception from tax is offered to the company. */
  const [taking, setTaking] = useState<string | null>(null)
  const exemption = members.find(({ email }) => email === taking)?.ownTax
  const route = pricesApi.companies[':id'].members[':email']
  const removal = ({ name, email }: { name: string; email: string }) => (
    <Button
      variant="quiet"
      aria-label={`Remove ${name}`}
      onClick={() => void change(route.$delete({ param: { id, email } }))}
    >
      Remove
    </Button>
  )
  return (
    <section className="price-section" aria-labelledby="company-members">
      <h2 id="company-members">Members</h2>
      {members.length === 0 && <p>No members yet.</p>}
      {members.length > 0 && (
        <DataTable
          rows={members}
          keyOf={({ _id }) => _id}
          columns={[
            {
              head: 'Name',
              subject: ({ _id: id, name }) => (
                <Link to={href('/dashboard/customers/:id', { id })}>{name}</Link>
              ),
            },
            {
              head: 'Email',
              cell: ({ email, ownTax }) => (
                <>
                  {email}
                  {ownTax && (
                    <small> {ownTax.reference}: exempt alone, taxed as the company here</small>
                  )}
                </>
              ),
            },
            {
              actions: (member) => (
                <>
                  {member.ownTax && (
                    <Button variant="quiet" onClick={() => setTaking(member.email)}>
                      Exempt all members
                    </Button>
                  )}
                  {removal(member)}
                </>
              ),
            },
          ]}
        />
      )}
      {pending.map(({ name, email }) => (
        <p key={email}>
          {name} ({email}) joins with the first login. {removal({ name, email })}
        </p>
      ))}
      <NameForm
        label="Add a member by e-mail"
        hint="Earlier orders stay with the user."
        button="Add member"
        field="email"
        send={async (email) => {
          const put = route.$put({ param: { id, email }, query: {} })
          const { members } = await put
          await reload()
          const added = members.find((member) => member.email === email.toLowerCase())
          if (added?.ownTax) setTaking(added.email)
        }}
      />
      {taking && (
        <ConfirmDialog
          title="Exempt all members?"
          action="Exempt all members"
          keep="Leave the company’s tax"
          isHarmless
          busy={isBusy}
          onConfirm={() => {
            setTaking(null)
            const put = route.$put({ param: { id, email: taking }, query: { takesTax: 'true' } })
            void change(put)
          }}
          onCancel={() => setTaking(null)}
        >
          <p>
            {taking} is exempt from tax ({exemption?.reference}). The company can take this over:
            then all its members buy without tax, those that are added later too. Otherwise {taking}{' '}
            is taxed as the company from now on.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
