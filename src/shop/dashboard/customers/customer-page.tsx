import { href, Link } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { withQuery } from '#platform/http/query.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { MessageTexts } from '#shop/contact/inbox/message-entry.tsx'
import { messageStateNames } from '#shop/contact/inbox/message-forms.ts'
import type { CustomerDetails } from '#shop/customers/customer-json.server.ts'
import type { createCustomersApi } from '#shop/customers/customers-api.server.ts'
import { OrderTable } from '#shop/order-table/order-table.tsx'
import { seeShopAs } from '#shop/prices/view/price-view-bar.tsx'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { DescriptionItem } from '#ui/description-item.tsx'
import { showToast } from '#ui/toast.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/customer-page'
import { CustomerFacts } from './customer-facts.tsx'

const { customers } = apiClient<typeof createCustomersApi>()

export const clientLoader = adminLoader(({ params }: Route.ClientLoaderArgs) =>
  customers[':id'].$get({ param: { id: params.id } }),
)
export const HydrateFallback = loading('the customer', 'Customer')

/** What the shop knows of one user, for admins who are asked about an order or an invoice. */
export default function CustomerPage({ loaderData: customer }: Route.ComponentProps) {
  const { name, role, deletedAt } = customer
  return (
    <article className="customer-page break-anywhere">
      <PageHead title={name} />
      <header className="mb-8 dashboard-head row">
        <h1 className="page-title">{name}</h1>
        {role === 'admin' && <span className="status-badge">Admin</span>}
        {deletedAt && <span className="status-badge status-badge-warning">Deleted</span>}
        {!deletedAt && <SeeAsButton id={customer._id} />}
        <AllUsers />
      </header>
      {deletedAt && <p>This account was deleted. Only its orders and documents are left.</p>}
      <CustomerSums bought={customer.bought} />
      <div className="customer-columns flex flex-wrap gap-x-32 items-start">
        <div className="min-w-0">
          <CustomerOrders customer={customer} />
          {!deletedAt && <CustomerMessages messages={customer.messages} />}
        </div>
        <aside className="customer-side min-w-0 surface">
          <CustomerFacts customer={customer} />
          {!deletedAt && <NamedLists lists={customer.lists} />}
        </aside>
      </div>
    </article>
  )
}

function SeeAsButton({ id }: { id: string }) {
  const see = () => seeShopAs(id).catch((error: unknown) => showToast('error', refusalText(error)))
  return (
    <Button variant="quiet" onClick={() => void see()}>
      See the shop as this customer
    </Button>
  )
}

/** What a customer bought by the documents, without tax. */
function CustomerSums({ bought }: { bought: CustomerDetails['bought'] }) {
  const { thisYear, allTime, refunded, open } = bought
  return (
    <section aria-labelledby="customer-sums">
      <h2 id="customer-sums">Bought, without tax</h2>
      <dl className="customer-sums figures columns column-9 gap-12">
        <DescriptionItem term="This year">{dollars(thisYear)}</DescriptionItem>
        <DescriptionItem term="All time">{dollars(allTime)}</DescriptionItem>
        <DescriptionItem term="Refunds, deducted">{dollars(refunded)}</DescriptionItem>
        <DescriptionItem term="Ordered, unpaid">{dollars(open)}</DescriptionItem>
      </dl>
    </section>
  )
}

const dollars = (amount: number) => formatDollars(dollarsToCents(amount))

function CustomerOrders({ customer }: { customer: CustomerDetails }) {
  const { _id, orders, orderCount } = customer
  const count = `${orderCount.more ? 'more than ' : ''}${orderCount.count.toLocaleString('en-US')}`
  return (
    <section aria-labelledby="customer-orders">
      <div className="justify-between mb-8 row">
        <h2 id="customer-orders">Orders</h2>
        {orders.length > 0 && (
          <Link to={withQuery(href('/dashboard/manage-orders'), { buyer: _id })}>
            All orders of this buyer ({count})
          </Link>
        )}
      </div>
      {orders.length === 0 ? (
        <p>No order yet, or every one was cancelled.</p>
      ) : (
        <OrderTable orders={orders} list="customer" />
      )}
    </section>
  )
}

/** The messages of the contact form that name the customer's e-mail; they are answered in the inbox. */
function CustomerMessages({ messages }: Pick<CustomerDetails, 'messages'>) {
  return (
    <section aria-labelledby="customer-messages">
      <h2 id="customer-messages">Messages</h2>
      {messages.length === 0 && <p>No message names this e-mail.</p>}
      {messages.length > 0 && (
        <ul className="messages surface">
          {messages.map((message) => (
            <li key={message._id}>
              <details className="message-entry">
                <summary>
                  <strong className="truncate">{messageStateNames[message.state]}</strong>
                  <span className="message-start note truncate">{message.message}</span>
                  <DateTime iso={message.at} dayOnly="short" />
                </summary>
                <MessageTexts message={message} />
                <p className="message-text pre-line break-anywhere">
                  <Link to={withQuery(href('/dashboard/messages'), { state: message.state })}>
                    In the inbox
                  </Link>
                </p>
              </details>
            </li>
          ))}
        </ul>
      )}
    </section>
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

export const ErrorBoundary = pageError('Customer', 'The customer', {
  missing: { heading: 'No such customer', list: <AllUsers /> },
})
