import { useCallback, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { showToast } from '#ui/toast.ts'
import { useLoaded } from '#web/use-loaded.ts'
import type { createTextVersionsApi } from './text-versions-api.server.ts'

const { textVersions } = apiClient<typeof createTextVersionsApi>()

type EarlierVersionsProps<Content> = { text: string; onBringBack: (content: Content) => void }

/** What saves of a text have replaced, to be put into its form; saving it is left to the editor. */
export function EarlierVersions<Content>({ text, onBringBack }: EarlierVersionsProps<Content>) {
  const [isOpen, setOpen] = useState(false)
  const load = useCallback(() => textVersions.$get({ query: { text } }), [text])
  const { value: versions, error } = useLoaded(isOpen ? load : null)
  const bringBack = (content: unknown) => {
    onBringBack(content as Content)
    void showToast('success', 'It is in the form: save it to bring it back')
  }
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Earlier versions</summary>
      {error !== undefined && <p role="alert">{refusalText(error)}</p>}
      {versions?.length === 0 && <p>None yet. Each save keeps what it replaces, ten of them.</p>}
      <ul className="stack">
        {versions?.map(({ id, replacedAt, content }) => (
          <li key={id} className="gap-12 row">
            <span id={`version-${id}`}>
              Until <DateTime iso={replacedAt} />
            </span>
            <Button variant="quiet" aria-describedby={`version-${id}`} onClick={() => bringBack(content)}>
              Bring back
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
