import { useCallback, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import type { createTextVersionsApi } from './text-versions-api.server.ts'

const { textVersions } = apiClient<typeof createTextVersionsApi>()

type EarlierVersionsProps = {
  /** The `_id` of a post, or the name of a page. */
  text: string
  onBringBack: (content: never) => void
}

/** What saves of a text have replaced, to be put into its form again. */
export function EarlierVersions({ text, onBringBack }: EarlierVersionsProps) {
  const [isOpen, setOpen] = useState(false)
  const load = useCallback(() => textVersions.$get({ query: { text } }), [text])
  const { value: versions, error } = useLoaded(isOpen ? load : null)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Earlier versions</summary>
      {error !== undefined && <p role="alert">{refusalText(error)}</p>}
      {versions?.length === 0 && <p>None yet. Each save keeps what it replaces, ten of them.</p>}
      <ul className="stack">
        {versions?.map(({ _id, replacedAt, content }) => (
          <li key={_id} className="gap-12 row">
            <span id={`version-${_id}`}>
              Until <DateTime iso={replacedAt} />
            </span>
            <Button
              variant="quiet"
              aria-describedby={`version-${_id}`}
              onClick={() => onBringBack(content as never)}
            >
              Bring back
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
