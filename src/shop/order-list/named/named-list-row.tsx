import { type FormEvent, useEffect, useRef } from 'react'
import type { NamedList } from '#shop/list-store/named/named-lists.server.ts'
import { countedLines } from '#shop/list-store/order-list.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { readText, useDraftState } from '#web/drafts/use-draft.ts'

/** The actions of a named list; a rejected promise leaves the row unchanged. */
export type NamedListActions = {
  put: (list: NamedList) => void
  rename: (list: NamedList, name: string) => Promise<boolean>
  share: (list: NamedList) => void
  unshare: (list: NamedList) => void
  replace: (list: NamedList) => void
  remove: (list: NamedList) => void
}

type NamedListRowProps = {
  list: NamedList
  /** The link that was just made. It can't be shown again: only its hash is stored. */
  link: string | undefined
  isBusy: boolean
  canReplace: boolean
  actions: NamedListActions
}

export function NamedListRow({ list, link, isBusy, canReplace, actions }: NamedListRowProps) {
  const { name, lines, sharedUntil } = list
  // The new name while it is typed.
  const [typed, setTyped, settleTyped] = useDraftState<string | null>(`rename ${list._id}`, null, readText)
  const isRenaming = typed !== null
  const renameButton = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  useEffect(() => {
    // Restores the focus from the removed field; until now the button was disabled.
    if (wasRenaming.current && !isRenaming) renameButton.current?.focus()
    wasRenaming.current = isRenaming
  }, [isRenaming])
  const endRenaming = () => settleTyped(null)
  const button = (text: string, label: string, act: (list: NamedList) => void) => (
    <button type="button" aria-label={label} disabled={isBusy} onClick={() => act(list)}>
      {text}
    </button>
  )
  return (
    <li className="py-8 border-top buttons">
      {typed !== null ? (
        <RenameList
          name={name}
          typed={typed}
          isBusy={isBusy}
          onType={setTyped}
          onSave={async (name) => (await actions.rename(list, name)) && endRenaming()}
          onCancel={endRenaming}
        />
      ) : (
        <>
          <span className="named-list-name font-600 break-anywhere">
            {name}
            <small className="block">
              {countedLines(lines.length)}
              {sharedUntil && (
                <>
                  , shared until <DateTime iso={sharedUntil} dayOnly />
                </>
              )}
            </small>
          </span>
          <Button variant="quiet" aria-label={`Add ${name} to the list`} onClick={() => actions.put(list)}>
            Add
          </Button>
        </>
      )}
      {sharedUntil && link && (
        <input
          className="field-input"
          aria-label={`Link to ${name}`}
          readOnly
          value={link}
          onFocus={({ target }) => target.select()}
        />
      )}
      <span className="named-list-actions row">
        {canReplace && button('Replace', `Replace ${name} with the list`, actions.replace)}
        <button
          ref={renameButton}
          type="button"
          aria-label={`Rename ${name}`}
          disabled={isRenaming}
          onClick={() => setTyped(name)}
        >
          Rename
        </button>
        {button(sharedUntil ? 'New link' : 'Share', `Share ${name}`, actions.share)}
        {sharedUntil && button('Take back', `Take back the link to ${name}`, actions.unshare)}
        {button('Delete', `Delete ${name}`, actions.remove)}
      </span>
    </li>
  )
}

type RenameListProps = {
  name: string
  typed: string
  isBusy: boolean
  onType: (typed: string) => void
  onSave: (name: string) => void
  onCancel: () => void
}

/** The name of a list as a field; Escape leaves it as it was. */
function RenameList({ name, typed, isBusy, ...props }: RenameListProps) {
  const { onType, onSave, onCancel } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === name) onCancel()
    else onSave(typed)
  }
  return (
    <form className="save-list buttons" onSubmit={submit}>
      <input
        ref={field}
        className="field-input min-w-0"
        aria-label={`New name of ${name}`}
        required
        maxLength={60}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      />
      <Button type="submit" variant="quiet" busy={isBusy}>
        Save
      </Button>
    </form>
  )
}
