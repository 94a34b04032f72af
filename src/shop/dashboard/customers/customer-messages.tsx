import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { DateTime } from '#ui/date-time.tsx'
import type { CustomerDetails } from './customer-json.server.ts'

const stateNames = { new: 'New', answered: 'Answered', closed: 'Closed' }

/** The messages of the contact form that name the customer's e-mail; they are answered in the inbox. */
export function CustomerMessages({ messages }: Pick<CustomerDetails, 'messages'>) {
  return (
    <section aria-labelledby="customer-messages">
      <h2 id="customer-messages">Messages</h2>
      {messages.length === 0 && <p>No message names this e-mail.</p>}
      {messages.length > 0 && (
        <ul className="messages">
          {messages.map(({ _id, at, state, message, answer }) => (
            <li key={_id}>
              <details className="message-entry">
                <summary>
                  <strong>{stateNames[state]}</strong>
                  <span className="message-start">{message}</span>
                  <DateTime iso={at} dayOnly="short" />
                </summary>
                <p className="message-text">{message}</p>
                {answer && (
                  <>
                    <p className="message-answered">
                      Answered by {answer.by}, <DateTime iso={answer.at} />
                    </p>
                    <p className="message-text">{answer.text}</p>
                  </>
                )}
                <p className="message-text">
                  <Link to={withQuery(href('/dashboard/messages'), { state })}>In the inbox</Link>
                </p>
              </details>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
