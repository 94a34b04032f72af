import { href, Link } from 'react-router'
import { answerOf } from '#platform/http/api/rest-client.ts'
import type { Company } from '#shop/companies/company-json.server.ts'
import { pricesApi } from '#shop/screens/dashboard/prices/prices-client.ts'
import { Button } from '#ui/button.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { useReload } from '#web/session-end.ts'
import { useChange } from '#web/use-change.ts'
import { NameForm } from './name-form.tsx'

/** The users of a company. */
export function CompanyMembers({ company }: { company: Company }) {
  const { _id: id, members } = company
  const { reload } = useReload()
  const { change } = useChange()
  const route = pricesApi.companies[':id'].members[':email']
  return (
    <section className="price-section" aria-labelledby="company-members">
      <h2 id="company-members">Members</h2>
      {members.length === 0 && <p>Nobody belongs to this company yet.</p>}
      {members.length > 0 && (
        <ResponsiveTable columns={['Name', 'Email', { name: 'Actions', className: 'col-actions' }]}>
          {members.map(({ _id, name, email }) => (
            <tr key={_id}>
              <th scope="row">
                <Link to={href('/dashboard/customers/:id', { id: _id })}>{name}</Link>
              </th>
              <td data-label="Email">{email}</td>
              <td className="col-actions">
                <Button
                  variant="quiet"
                  aria-label={`Remove ${name}`}
                  onClick={() => void change(answerOf(route.$delete({ param: { id, email } })))}
                >
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </ResponsiveTable>
      )}
      <NameForm
        label="E-mail of a user to add"
        hint="Orders from before stay the user’s own. An exception from tax becomes the company’s if it has none."
        button="Add member"
        field="email"
        send={async (email) => {
          await answerOf(route.$put({ param: { id, email } }))
          await reload()
        }}
      />
    </section>
  )
}
