import { useCallback, useRef, useState } from 'react'
import { href } from 'react-router'
import { readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { ListPage } from '#web/lists/list-page.tsx'
import { StateTabs } from '#web/lists/state-tabs.tsx'
import { useDeleteDialog } from '#web/lists/use-delete-dialog.tsx'
import { useListKeys } from '#web/lists/use-list-keys.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/messages-page'
import { MessageEntry } from './message-entry.tsx'
import { type MessageState, messageStateNames, readMessageState } from './message-forms.ts'
import type { createMessagesApi, ReceivedMessage } from './messages-api.server.ts'

const PAGE_SIZE = 20

const api = apiClient<typeof createMessagesApi>()

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const state = readMessageState(url.searchParams.get('state'))
  const counts = await api.messagesCount.$get()
  const page = readPage(url.searchParams, PAGE_SIZE, counts[state])
  const query = { state, size: PAGE_SIZE, page }
  const messages = await api.messages.$get({ query })
  return { messages, counts, state, page }
})
export const HydrateFallback = loading('the messages', 'Messages')

/** The messages of the contact form, which admins answer by mail. */
export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  const { messages, counts, state, page } = loaderData
  const list = useDeleteDialog(({ _id: id, name, email }: ReceivedMessage) => ({
    title: 'Delete this message?',
    action: 'Delete message',
    remove: () => api.messages[':id'].$delete({ param: { id } }),
    children: (
      <p>
        The message of <strong>{name}</strong> ({email}) is removed. This can’t be undone.
      </p>
    ),
  }))
  const [unsaved, setUnsaved] = useState<string[]>([])
  const onTyped = useCallback((id: string, isUnsaved: boolean) => {
    setUnsaved((before) => [...before.filter((unsavedId) => unsavedId !== id), ...(isUnsaved ? [id] : [])])
  }, [])
  const entries = useRef<HTMLUListElement>(null)
  /** Opens the message after or before the open one; at the end, the heading gets the focus. */
  const openNeighbour = (step: 1 | -1) => {
    const all = [...(entries.current?.querySelectorAll('details') ?? [])]
    const at = all.findIndex(({ open }) => open)
    const entry = at < 0 && step < 0 ? all.at(-1) : all[at + step]
    if (!entry) return list.focusHeading()
    entry.open = true
    entry.querySelector('summary')?.focus()
  }
  useListKeys({ j: () => openNeighbour(1), k: () => openNeighbour(-1) })
  const path = (query: { state: MessageState; page?: number }) =>
    withQuery(href('/dashboard/messages'), query)
  return (
    <>
      <UnsavedGuard isUnsaved={unsaved.length > 0} />
      <ListPage
        title="Messages"
        heading={list.heading}
        count={{ of: messageStateNames[state], is: counts[state] }}
        tabs={
          <StateTabs
            label="State of the messages"
            names={messageStateNames}
            countOf={(tab) => counts[tab]}
            current={state}
            to={(state) => path({ state })}
          />
        }
        empty={messages.length === 0 && <p>There are no {state} messages.</p>}
        pages={{ page, count: counts[state], size: PAGE_SIZE, to: (page) => path({ state, page }) }}
        dialogs={list.dialog}
      >
        <ul ref={entries} className="messages surface messages-desk">
          {messages.map((message) => (
            <MessageEntry
              key={message._id}
              message={message}
              onDelete={() => list.choose(message)}
              onMoved={(opensNext) => (opensNext ? openNeighbour(1) : list.focusHeading())}
              onTyped={onTyped}
            />
          ))}
        </ul>
      </ListPage>
    </>
  )
}

export const ErrorBoundary = pageError('Messages', 'The messages')
