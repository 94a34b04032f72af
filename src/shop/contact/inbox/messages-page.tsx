import { useCallback, useState } from 'react'
import { href } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { pageCount, readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { loading } from '#ui/spinner.tsx'
import { DeleteDialog } from '#web/delete-dialog.tsx'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { ListPage, useChosenItem } from '#web/lists/list-page.tsx'
import { Pager } from '#web/lists/pager.tsx'
import { StateTabs } from '#web/lists/state-tabs.tsx'
import { PageError } from '#web/page-error.tsx'
import type { Route } from './+types/messages-page'
import { MessageEntry } from './message-entry.tsx'
import { messageStateNames, messageStates, readMessageState } from './message-forms.ts'
import type { ReceivedMessage } from './messages-api.server.ts'
import { fetchMessageCounts, fetchMessages, sendMessageDeletion } from './messages-client.ts'

const PAGE_SIZE = 20

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const state = readMessageState(url.searchParams.get('state'))
  const counts = await fetchMessageCounts()
  const page = readPage(url.searchParams, PAGE_SIZE, counts[state])
  const messages = await fetchMessages({ state, size: PAGE_SIZE, page })
  return { messages, counts, state, page }
})
export const HydrateFallback = loading('the messages')

/** The messages of the contact form, which admins answer by mail. */
export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  const { messages, counts, state, page } = loaderData
  const { chosen, choose, close, heading, focusHeading } = useChosenItem<ReceivedMessage>()
  const [unsaved, setUnsaved] = useState<string[]>([])
  const onTyped = useCallback((id: string, isUnsaved: boolean) => {
    setUnsaved((before) => [...before.filter((one) => one !== id), ...(isUnsaved ? [id] : [])])
  }, [])
  const pathOf = (page: number) => withQuery(href('/dashboard/messages'), { state, page })
  return (
    <>
      <UnsavedGuard isUnsaved={unsaved.length > 0} />
      <ListPage
        title="Messages"
        name="Messages"
        heading={heading}
        count={{ of: messageStateNames[state], is: counts[state].toLocaleString('en-US') }}
        filters={
          <StateTabs
            label="State of the messages"
            tabs={messageStates.map((one) => ({
              name: messageStateNames[one],
              count: counts[one].toLocaleString('en-US'),
              to: withQuery(href('/dashboard/messages'), { state: one }),
              isCurrent: one === state,
            }))}
          />
        }
        empty={messages.length === 0 && <p>There are no {state} messages.</p>}
        pager={<Pager page={page} pageCount={pageCount(counts[state], PAGE_SIZE)} to={pathOf} />}
      >
        <ul className="messages">
          {messages.map((message) => (
            <MessageEntry
              key={message._id}
              message={message}
              onDelete={() => choose(message)}
              onMoved={focusHeading}
              onTyped={onTyped}
            />
          ))}
        </ul>
      </ListPage>
      {chosen && (
        <DeleteDialog
          title="Delete this message?"
          action="Delete message"
          remove={() => sendMessageDeletion(chosen._id)}
          errorText={refusalText}
          onClosed={close}
          onDeleted={focusHeading}
        >
          <p>
            The message of <strong>{chosen.name}</strong> ({chosen.email}) is removed. This can’t be
            undone.
          </p>
        </DeleteDialog>
      )}
    </>
  )
}

export function ErrorBoundary() {
  return <PageError title="Messages" heading="Messages" text="The messages failed to load." />
}
