import { type FormEvent, useEffect, useState } from 'react'
import { href } from 'react-router'
import { mergeLists, type OrderLines, rebaseList } from '#shop/order-list/order-list.ts'
import {
  addNamedList,
  deleteNamedList,
  fetchNamedLists,
  type NamedList,
  shareList,
  unshareList,
} from '#shop/order-list/order-list-client.ts'
import { changeList, currentLines } from '#shop/order-list/order-list-store.ts'
import { refusalText } from '#shop/page/refusal-text.ts'
import type { ListUndo } from '#shop/quick-order/list-undo.tsx'
import { Button } from '#ui/button.tsx'
import { NamedListRow } from './named-list-row.tsx'

type NamedListsProps = { lines: OrderLines; offerUndo: ListUndo['offer'] }

/** The signed-in user's named lists: saved from the list, put into it, shared, deleted. */
export function NamedLists({ lines, offerUndo }: NamedListsProps) {
  const [lists, setLists] = useState<NamedList[]>([])
  const [links, setLinks] = useState<ReadonlyMap<string, string>>(new Map())
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const act = async (change: () => Promise<void>) => {
    setBusy(true)
    setFault(null)
    try {
      await change()
      setLists(await fetchNamedLists())
    } catch (error) {
      setFault(refusalText(error))
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    fetchNamedLists().then(setLists, (error: unknown) => setFault(refusalText(error)))
  }, [])

  const save = (event: FormEvent) => {
    event.preventDefault()
    void act(async () => {
      await addNamedList(name, [...lines])
      setName('')
    })
  }
  const put = (list: NamedList) => {
    const before = currentLines()
    const merged = mergeLists(before, list.lines)
    changeList(() => merged)
    offerUndo({
      text: `${list.name} added.`,
      revert: (now) => rebaseList(merged, before, now),
    })
  }
  const share = (list: NamedList) =>
    act(async () => {
      const path = href('/order-list/shared/:token', { token: await shareList(list._id) })
      setLinks(new Map(links).set(list._id, new URL(path, window.location.origin).href))
    })
  return (
    <section className="named-lists" aria-label="My lists">
      <h2 className="place-title">My lists</h2>
      <ul aria-busy={isBusy}>
        {lists.map((list) => (
          <NamedListRow
            key={list._id}
            list={list}
            link={links.get(list._id)}
            isBusy={isBusy}
            onPut={() => put(list)}
            onShare={() => share(list)}
            onUnshare={() => act(() => unshareList(list._id))}
            onDelete={() => act(() => deleteNamedList(list._id))}
          />
        ))}
      </ul>
      {lines.length > 0 && (
        <form className="save-list" onSubmit={save}>
          <input
            className="field-input"
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
      {fault !== null && (
        <p role="alert" className="field-error">
          {fault}
        </p>
      )}
    </section>
  )
}
