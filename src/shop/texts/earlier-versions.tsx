import { useCallback, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { showToast } from '#ui/toast.ts'
import { useLoaded } from '#web/use-loaded.ts'
import type { createTextVersionsApi } from './text-versions-api.server.ts'

const { textVersions } = apiClient<typeof createTextVersionsApi>()

type EarlierVersionsProps<Content> = {
  text: string
  /** The text as it is now. */
  saved: object
  /** Whether bringing a version back replaces what was typed. */
  isUnsaved: boolean
  onBringBack: (content: Content) => void
}

/** What saves of a text have replaced, to be put into its form; saving it is left to the editor. */
export function EarlierVersions<Content>(props: EarlierVersionsProps<Content>) {
  const { text, saved, isUnsaved, onBringBack } = props
  const [isOpen, setOpen] = useState(false)
  const load = useCallback(() => textVersions.$get({ query: { text } }), [text])
  const { value: versions, error } = useLoaded(isOpen ? load : null)
  const [asked, ask] = useState<{ content: unknown }>()
  const bringBack = (content: unknown) => {
    ask(undefined)
    onBringBack(content as Content)
    void showToast('success', 'It is in the form: save it to bring it back')
  }
  return (
    <>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Earlier versions</summary>
        {error !== undefined && <p role="alert">{refusalText(error)}</p>}
        {versions?.length === 0 && <p>None yet. Each save keeps what it replaces, ten of them.</p>}
        <ul className="stack">
          {versions?.map(({ id, replacedAt, content }, at) => (
            <li key={id} className="gap-12 row">
              <span id={`version-${id}`} className="break-anywhere">
                Until <DateTime iso={replacedAt} />: {firstWords(content, versions[at - 1]?.content ?? saved)}
              </span>
              <Button
                variant="quiet"
                aria-describedby={`version-${id}`}
                onClick={() => (isUnsaved ? ask({ content }) : bringBack(content))}
              >
                Bring back
              </Button>
            </li>
          ))}
        </ul>
      </details>
      {asked && (
        <ConfirmDialog
          title="Replace what you typed?"
          action="Replace it"
          busy={false}
          onConfirm={() => bringBack(asked.content)}
          onCancel={() => ask(undefined)}
        >
          <p>Your changes are not saved. The earlier version takes their place in the form.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The beginning of the first text of a version that the next one does not have. */
function firstWords(content: unknown, next: unknown): string | undefined {
  const texts = textsOf(content)
  const kept = textsOf(next).join('\n')
  const changed = texts.find((text) => !kept.includes(text)) ?? texts[0]
  return changed
    ?.replaceAll(/[\s#*|]+/g, ' ')
    .trim()
    .match(/^.{0,60}/u)?.[0]
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}
