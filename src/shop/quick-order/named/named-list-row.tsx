import type { NamedList } from '#shop/order-list/order-list-client.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'

type NamedListRowProps = {
  list: NamedList
  /** The link that was just made; the shop can't tell it again. */
  link: string | undefined
  isBusy: boolean
  onPut: () => void
  onShare: () => void
  onUnshare: () => void
  onDelete: () => void
}

/** A named list with its actions, and its link while it is shared. */
export function NamedListRow(props: NamedListRowProps) {
  const { list, link, isBusy, onPut, onShare, onUnshare, onDelete } = props
  const { name, lines, sharedUntil } = list
  return (
    <li className="named-list">
      <span className="named-list-name">
        {name} <small>{lines.length === 1 ? '1 line' : `${lines.length} lines`}</small>
        {sharedUntil && (
          <small>
            shared until <DateTime iso={sharedUntil} dayOnly />
          </small>
        )}
      </span>
      <Button variant="quiet" aria-label={`Add ${name} to the list`} onClick={onPut}>
        Add
      </Button>
      <Button variant="quiet" aria-label={`Share ${name}`} disabled={isBusy} onClick={onShare}>
        {sharedUntil ? 'New link' : 'Share'}
      </Button>
      {sharedUntil && (
        <Button
          variant="quiet"
          aria-label={`Take back the link to ${name}`}
          disabled={isBusy}
          onClick={onUnshare}
        >
          Take back
        </Button>
      )}
      <Button variant="quiet" aria-label={`Delete ${name}`} disabled={isBusy} onClick={onDelete}>
        Delete
      </Button>
      {sharedUntil && link && (
        <input
          className="field-input"
          aria-label={`Link to ${name}`}
          readOnly
          value={link}
          onFocus={({ target }) => target.select()}
        />
      )}
    </li>
  )
}
