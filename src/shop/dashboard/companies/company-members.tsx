import { useCallback, useId, useState } from 'react'
import { href, Link } from 'react-router'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import type { Company } from '#shop/companies/company-json.server.ts'
import { pendingApi } from '#shop/dashboard/customers/pending-users.tsx'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { usersApi } from '#shop/users/users-client.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { useSentForm } from '#web/form-refusal.ts'
import { useReload } from '#web/session-end.ts'
import { useChange } from '#web/use-change.ts'
import { useLoaded } from '#web/use-loaded.ts'

const route = pricesApi.companies[':id'].members[':email']

const invitation = (email: string) =>
  [pendingApi[':email'].invitation.$post({ param: { email } }), 'The invitation is on its way'] as const

/** The users of a company, and those who join it with the proof of their e-mail. */
export function CompanyMembers({ company }: { company: Company }) {
  const { _id: id, members, pending } = company
  const { isBusy, change } = useChange()
  /** The member whose exception from tax is offered to the company. */
  const [taking, setTaking] = useState<string | null>(null)
  const exemption = members.find(({ email }) => email === taking)?.ownTax
  const rows = [
    ...members.map((member) => ({ ...member, invitedAt: undefined })),
    ...pending.map((user) => ({ ...user, _id: null, ownTax: undefined })),
  ]
  return (
    <section aria-label="Members">
      {rows.length === 0 && <p>No members yet.</p>}
      {rows.length > 0 && (
        <DataTable
          rows={rows}
          keyOf={({ email }) => email}
          columns={[
            {
              head: 'Name',
              title: ({ name }) => name,
              subject: ({ _id: id, name, invitedAt }) =>
                id ? (
                  <Link to={href('/dashboard/customers/:id', { id })}>{name}</Link>
                ) : (
                  <>
                    {name}{' '}
                    <span className="status-badge status-badge-warning">
                      {invitedAt ? 'Invited' : 'Not invited'}
                    </span>
                  </>
                ),
            },
            {
              head: 'Email',
              label: '',
              className: 'member-email min-w-0',
              title: ({ email }) => email,
              cell: ({ email, ownTax }) => (
                <span className="truncate">
                  {email}
                  {ownTax && <small> {ownTax.reference}: exempt alone, taxed as the company here</small>}
                </span>
              ),
            },
            {
              width: '11rem',
              actions: ({ _id, name, email, ownTax, invitedAt }) => (
                <>
                  {ownTax && (
                    <Button variant="quiet" onClick={() => setTaking(email)}>
                      Exempt all members
                    </Button>
                  )}
                  {_id === null && (
                    <Button
                      variant="quiet"
                      disabled={isBusy}
                      aria-label={`${invitedAt ? 'Send again to' : 'Invite'} ${name}`}
                      onClick={() => void change(...invitation(email))}
                    >
                      {invitedAt ? 'Send again' : 'Invite'}
                    </Button>
                  )}
                  <Button
                    variant="quiet"
                    disabled={isBusy}
                    aria-label={`Remove ${name}`}
                    onClick={() => void change(route.$delete({ param: { id, email } }))}
                  >
                    Remove
                  </Button>
                </>
              ),
            },
          ]}
        />
      )}
      <AddMember company={company} onExempt={setTaking} />
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
            {taking} is exempt from tax ({exemption?.reference}). The company can take this over: then all its
            members buy without tax, those that are added later too. Otherwise {taking} is taxed as the
            company from now on.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

type AddMemberProps = { company: Company; onExempt: (email: string) => void }

/** Adds a user who is found by name or e-mail; nobody who has it is invited. */
function AddMember({ company: { _id: company }, onExempt }: AddMemberProps) {
  const id = useId()
  const { reload } = useReload()
  const { change } = useChange()
  /** An e-mail that no user has. */
  const [unknown, setUnknown] = useState<string | null>(null)
  const form = useSentForm({ email: '', name: '' }, async ({ name, ...typed }) => {
    const [named, other] = users.filter(({ displayName }) => displayName === typed.email.trim())
    const email = (named && !other ? named : typed).email.trim().toLowerCase()
    if (!email.includes('@')) {
      form.setError('email', { message: 'Choose a person from the list, or type an e-mail.' })
      return
    }
    if (email === unknown) {
      await pendingApi.$post({ json: { email, name, company } })
      await change(...invitation(email))
    } else {
      const sent = route.$put({ param: { id: company, email }, query: {} })
      const added = await sent.catch((error: unknown) => {
        if (error instanceof RestRefusal && error.code === 'no-such-member') return null
        throw error
      })
      setUnknown(added ? null : email)
      if (!added) return
      if (added.members.some((member) => member.email === email && member.ownTax)) onExempt(email)
    }
    setUnknown(null)
    form.reset()
    await reload()
    form.setFocus('email')
  })
  const search = form.watch('email').trim()
  const load = useCallback(() => usersApi.users.$get({ query: { search, size: 8, page: 0 } }), [search])
  const { value: users = [] } = useLoaded(search.length > 1 ? load : null)
  const isInviting = unknown !== null && search.toLowerCase() === unknown
  return (
    <div className="compact-form mt-16">
      <Form control={form.control} onSubmit={form.submit} button={isInviting ? 'Invite' : 'Add member'}>
        <TextField
          control={form.control}
          name="email"
          label="Name or e-mail of a member"
          hint="Earlier orders stay with the user."
          list={id}
          maxLength={254}
          autoComplete="off"
        />
        <datalist id={id}>
          {users.map(({ email, displayName }) => (
            <option key={email} value={email} label={displayName} />
          ))}
        </datalist>
        {isInviting && (
          <TextField
            control={form.control}
            name="name"
            label="Name"
            hint={`No user has ${unknown}. An invitation is mailed; its link works once, for seven days.`}
            maxLength={100}
            autoComplete="off"
            autoFocus
          />
        )}
      </Form>
    </div>
  )
}
