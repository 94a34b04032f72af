import { type FormEvent, useEffect, useState } from 'react'
import { href } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { NamedList } from '#shop/list-store/named/named-lists.server.ts'
import type { createNamedListsApi } from '#shop/list-store/named/named-lists-api.server.ts'
import { countedLines, mergeLists, type OrderLines, rebaseList } from '#shop/list-store/order-list.ts'
import { changeList, currentLines } from '#shop/list-store/order-list-store.ts'
import type { ListUndo } from '#shop/order-list/list-undo.tsx'
import { Button } from '#ui/button.tsx'
import { readText, useDraftState } from '#web/drafts/use-draft.ts'
import { addedText } from './added-text.ts'
import { AskAboutList, type Asked } from './ask-about-list.tsx'
import { type NamedListActions, NamedListRow } from './named-list-row.tsx'

const namedLists = apiClient<typeof createNamedListsApi>()['order-lists']
const { share } = namedLists[':id']

const fetchLists = () => namedLists.$get()

/** Saves the lines of a named list, or its name; refused when it changed since it was read. */
function saveList(
  { _id: id, lines, version }: NamedList,
  change: Partial<Pick<NamedList, 'lines' | 'name'>>,
) {
  return namedLists[':id'].$put({ param: { id }, json: { lines, version, ...change } })
}

type NamedListsProps = { lines: OrderLines; offerUndo: ListUndo['offer'] }

/** The signed-in user's named lists: saved from the list, put into it, shared, deleted. */
export function NamedLists({ lines, offerUndo }: NamedListsProps) {
  const [lists, setLists] = useState<NamedList[]>([])
  const [links, setLinks] = useState<ReadonlyMap<string, string>>(new Map())
  const [name, setName, settleName] = useDraftState('list-name', '', readText)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const [asked, setAsked] = useState<Asked | null>(null)
  const [message, setMessage] = useState('')

  const act = async (change: () => Promise<unknown>, text = ''): Promise<boolean> => {
    setBusy(true)
    setError(null)
    setMessage('')
    try {
      await change()
      setMessage(text)
      return true
    } catch (error) {
      setError(refusalText(error))
      return false
    } finally {
      // Also after a refusal: another device may have changed them.
      await fetchLists().then(setLists, () => {})
      setBusy(false)
    }
  }
  useEffect(() => {
    fetchLists().then(setLists, (error: unknown) => setError(refusalText(error)))
  }, [])

  const save = (event: FormEvent) => {
    event.preventDefault()
    void act(async () => {
      await namedLists.$post({ json: { name, lines: [...lines] } })
      settleName('')
    }, `${name.trim()} saved.`)
  }
  const put = (list: NamedList) => {
    const before = currentLines()
    const merged = mergeLists(before, list.lines)
    if (!changeList(() => merged)) return
    offerUndo({
      text: addedText(list.name, merged, list.lines),
      revert: (now) => rebaseList(merged, before, now),
    })
  }
  const actions: NamedListActions = {
    put,
    share: ({ _id: id }) =>
      act(async () => {
        const { token } = await share.$post({ param: { id } })
        const path = href('/order-list/shared/:token', { token })
        setLinks(new Map(links).set(id, new URL(path, window.location.origin).href))
      }),
    rename: (list, name) => act(() => saveList(list, { name }), `${list.name} is now ${name.trim()}.`),
    unshare: ({ _id: id }) => act(() => share.$delete({ param: { id } })),
    replace: (list) => setAsked({ list, wish: 'replace' }),
    remove: (list) => setAsked({ list, wish: 'delete' }),
  }
  const confirm = async ({ list, wish }: Asked) => {
    const isReplacing = wish === 'replace'
    await act(
      () =>
        isReplacing
          ? saveList(list, { lines: [...lines] })
          : namedLists[':id'].$delete({ param: { id: list._id } }),
      isReplacing ? `${list.name} has ${countedLines(lines.length)} now.` : `${list.name} deleted.`,
    )
    setAsked(null)
  }
  return (
    <section className="panel stack no-print" aria-label="My lists">
      <h2 className="text-18 font-600">My lists</h2>
      <ul aria-busy={isBusy}>
        {lists.map((list) => (
          <NamedListRow
            key={list._id}
            list={list}
            link={links.get(list._id)}
            isBusy={isBusy}
            canReplace={lines.length > 0}
            actions={actions}
          />
        ))}
      </ul>
      {lists.length === 0 && lines.length === 0 && (
        <p>Save a list under a name, to order it again or to share it.</p>
      )}
      {lines.length > 0 && (
        <form className="save-list buttons" onSubmit={save}>
          <input
            className="field-input min-w-0"
            aria-label="Name for this list"
            placeholder="Van stock"
            required
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" variant="quiet" busy={isBusy}>
            Save this list
          </Button>
        </form>
      )}
      <p className="hide-empty" role="status">
        {message}
      </p>
      {asked && (
        <AskAboutList
          asked={asked}
          lineCount={lines.length}
          isBusy={isBusy}
          onConfirm={() => void confirm(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
      {error !== null && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
    </section>
  )
}
