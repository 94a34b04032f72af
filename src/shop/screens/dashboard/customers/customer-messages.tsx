import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { MessageTexts } from '#shop/contact/inbox/message-entry.tsx'
import { messageStateNames } from '#shop/contact/inbox/message-forms.ts'
import { DateTime } from '#ui/date-time.tsx'
import type { CustomerDetails } from './customer-json.server.ts'

/** The messages of the contact form that name the customer's e-mail; they are answered in the inbox. */
export function CustomerMessages({ messages }: Pick<CustomerDetails, 'messages'>) {
  return (
    <section aria-labelledby="customer-messages">
      <h2 id="customer-messages">Messages</h2>
      {messages.length === 0 && <p>No message names this e-mail.</p>}
      {messages.length > 0 && (
        <ul className="messages">
          {messages.map((message) => (
            <li key={message._id}>
              <details className="message-entry">
                <summary>
                  <strong className="truncate">{messageStateNames[message.state]}</strong>
                  <span className="message-start truncate">{message.message}</span>
                  <DateTime iso={message.at} dayOnly="short" />
                </summary>
                <MessageTexts message={message} />
                <p className="message-text">
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
