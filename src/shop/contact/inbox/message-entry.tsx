import { useState } from 'react'
import { href, Link } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'
import { AnswerForm, type AnswerFormProps } from './answer-form.tsx'
import type { createMessagesApi, ReceivedMessage } from './messages-api.server.ts'

const api = apiClient<typeof createMessagesApi>()

type MessageEntryProps = {
  message: ReceivedMessage
  onDelete: () => void
  onMoved: AnswerFormProps['onAnswered']
  onTyped: AnswerFormProps['onTyped']
}

export function MessageEntry({ message, onDelete, onMoved, onTyped }: MessageEntryProps) {
  const { _id, name, email, customerId, product, at, state, answer } = message
  const { reload } = useReload()
  const [isBusy, setBusy] = useState(false)
  const isClosed = state === 'closed'
  const close = async () => {
    setBusy(true)
    try {
      await api.messages[':id'].$put({ param: { id: _id }, json: { closed: !isClosed } })
      onMoved(false)
    } catch (error) {
      await showToast('error', refusalText(error))
    }
    await reload()
    setBusy(false)
  }
  return (
    <li>
      <details className="message-entry" name="message">
        <summary>
          <strong className="truncate">{name}</strong>
          <span className="message-start note truncate">{message.message}</span>
          <DateTime iso={at} dayOnly="short" />
        </summary>
        <div className="message-pane paired-form">
          <dl className="flex flex-wrap gap-8 gap-x-24 py-8 text-14 break-anywhere">
            <div>
              <dt>From</dt>
              <dd>
                {email}{' '}
                {customerId && (
                  <Link to={href('/dashboard/customers/:id', { id: customerId })}>Customer</Link>
                )}
              </dd>
            </div>
            {product && (
              <div>
                <dt>About</dt>
                <dd>{product}</dd>
              </div>
            )}
          </dl>
          <MessageTexts message={message} />
          {!answer && <AnswerForm message={message} onAnswered={onMoved} onTyped={onTyped} />}
          <div className="mb-16 flex gap-8">
            <Button variant="quiet" busy={isBusy} onClick={close}>
              {isClosed ? 'Open again' : 'Close'}
            </Button>
            <Button variant="danger" onClick={onDelete}>
              Delete
            </Button>
          </div>
        </div>
      </details>
    </li>
  )
}

export function MessageTexts({ message: { message, answer } }: { message: ReceivedMessage }) {
  return (
    <>
      <p className="message-text pre-line break-anywhere">{message}</p>
      {answer && (
        <>
          <p className="note">
            Answered by {answer.by}, <DateTime iso={answer.at} />
          </p>
          <p className="message-text pre-line break-anywhere">{answer.text}</p>
        </>
      )}
    </>
  )
}
