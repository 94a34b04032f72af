import { type FormEvent, memo, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ListUndo } from '#shop/order-list/list-undo.tsx'
import { PASTE_HASH } from '#shop/order-list/store/order-list.ts'
import { Button } from '#ui/button.tsx'
import { NeedsScripts } from '#ui/needs-scripts.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { readText, useDraftState } from '#web/drafts/use-draft.ts'
import type { Sheet } from './list-file.ts'
import { LONGEST_PASTE } from './parse-pasted-list.ts'
import { PasteReport } from './paste-report.tsx'
import { usePaste } from './use-paste.ts'

// Characters have up to three bytes of UTF-8 for each unit of length.
const MAX_BYTES = 3 * LONGEST_PASTE + 3

type PastePanelProps = { offerUndo: ListUndo['offer'] }

/**
 * Adds a pasted order to the list, and shows the lines to confirm. Memoized: these may be 1,000 lines,
 * which do not depend on the list.
 */
export const PastePanel = memo(function PastePanel({ offerUndo }: PastePanelProps) {
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed twice
  useEffect(() => {
    if (hash === `#${PASTE_HASH}`) box.current?.focus()
  }, [hash, key])
  const isHydrated = useHydrated()
  const [text, setText, settleText] = useDraftState('paste', '', readText)
  const [sheets, setSheets] = useState<readonly Sheet[]>([])
  const paste = usePaste(offerUndo)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await paste.read(text)) settleText('')
  }
  const upload = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    setSheets([])
    if (file) await paste.readFile(file, MAX_BYTES, setSheets)
    // The same file can be chosen again.
    input.value = ''
  }
  return (
    <section className="panel paste-panel" aria-label="Paste an order">
      <form onSubmit={submit}>
        <label className="field-label" htmlFor={id}>
          Paste an order
        </label>
        <textarea
          id={id}
          ref={box}
          className="field-input"
          rows={4}
          value={text}
          aria-describedby={`${id}-hint`}
          placeholder={'12x FW-1013\nFW-1250, 20 pcs'}
          onChange={({ target }) => setText(target.value)}
        />
        <p id={`${id}-hint`} className="field-hint">
          Cells of a spreadsheet, CSV or the text of an e-mail: SKU or name, and quantity.
        </p>
        <span className="paste-buttons">
          <Button type="submit" variant="strong" busy={paste.isReading} disabled={!isHydrated}>
            Add to the list
          </Button>
          <label className="paste-upload">
            or choose an Excel or CSV file{' '}
            <input
              type="file"
              disabled={!isHydrated}
              accept=".xlsx,.csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
              onChange={({ target }) => upload(target)}
            />
          </label>
        </span>
        <NeedsScripts what="The order list" />
      </form>
      {sheets.length > 0 && (
        <fieldset className="paste-sheets">
          <legend>Which sheet has the order?</legend>
          {sheets.map(({ name, text }) => (
            <Button
              key={name}
              onClick={async () => {
                if (await paste.read(text)) setSheets([])
              }}
            >
              {name}
            </Button>
          ))}
        </fieldset>
      )}
      {paste.problem !== null && (
        <p className="field-error" role="alert">
          {paste.problem}
        </p>
      )}
      {paste.report && (
        <PasteReport
          report={paste.report}
          isBusy={paste.isReading}
          onConfirm={paste.confirm}
          onSkip={paste.skip}
          onRetry={paste.retry}
          onClose={paste.close}
        />
      )}
    </section>
  )
})
