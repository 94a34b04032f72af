import { href, Link } from 'react-router'
import { answerOf } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { loading } from '#web/loading.tsx'
import { isNotFound, PageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/customer-page'
import { CustomerFacts } from './customer-facts.tsx'
import type { CustomerDetails } from './customer-json.server.ts'
import { CustomerMessages } from './customer-messages.tsx'
import { CustomerOrders } from './customer-orders.tsx'
import { CustomerSums } from './customer-sums.tsx'
import type { CustomersApi } from './customers-api.server.ts'
import { SeeAsButton } from './see-as-button.tsx'

const { customers } = apiClient<CustomersApi>()

export const clientLoader = adminLoader(({ params }: Route.ClientLoaderArgs) =>
  answerOf(customers[':id'].$get({ param: { id: params.id } })),
)
export const HydrateFallback = loading('the customer', 'Customer')

/** What the shop knows of one user, for admins who are asked about an order or an invoice. */
export default function CustomerPage({ loaderData: customer }: Route.ComponentProps) {
  const { name, role, deletedAt } = customer
  return (
    <article className="customer-page">
      <PageHead title={name} />
      <header className="customer-head">
        <h1 className="page-title">{name}</h1>
        {role === 'admin' && <span className="status-badge">Admin</span>}
        {deletedAt && <span className="status-badge status-badge-warning">Deleted</span>}
        {!deletedAt && <SeeAsButton id={customer._id} />}
        <AllUsers />
      </header>
      {deletedAt && <p>This account was deleted. Only its orders and documents are left.</p>}
      <CustomerSums bought={customer.bought} />
      <div className="customer-columns">
        <div>
          <CustomerOrders customer={customer} />
          {!deletedAt && <CustomerMessages messages={customer.messages} />}
        </div>
        <aside className="customer-side">
          <CustomerFacts customer={customer} />
          {!deletedAt && <NamedLists lists={customer.lists} />}
        </aside>
      </div>
    </article>
  )
}

function NamedLists({ lists }: Pick<CustomerDetails, 'lists'>) {
  return (
    <section aria-labelledby="customer-lists">
      <h2 id="customer-lists">Order lists</h2>
      {lists.length === 0 && <p>No list has a name.</p>}
      <ul>
        {lists.map(({ _id, name, lines }) => (
          <li key={_id}>
            <strong>{name}</strong> {lines} {lines === 1 ? 'line' : 'lines'}
          </li>
        ))}
      </ul>
    </section>
  )
}

function AllUsers() {
  return <Link to={href('/dashboard/manage-users')}>All users</Link>
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = {
    heading: 'No such customer',
    body: (
      <p>
        The link is wrong. <AllUsers />
      </p>
    ),
  }
  return (
    <PageError
      title="Customer"
      text="The customer failed to load."
      instead={isNotFound(error) ? missing : undefined}
    />
  )
}
