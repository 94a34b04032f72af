import { type FormEvent, type RefObject, useEffect, useId, useState } from 'react'
import { exampleSkus } from '#platform/http/site.ts'
import { LONGEST_PASTE } from '#shop/list-store/order-list.ts'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { readText, useDraftState } from '#web/drafts/use-draft.ts'
import { useSite } from '#web/page-head.tsx'
import type { Sheet } from './list-file.ts'
import type { usePaste } from './use-paste.ts'

// Characters have up to three bytes of UTF-8 for each unit of length.
const MAX_BYTES = 3 * LONGEST_PASTE + 3

const NO_SHEETS: { sheets: Sheet[]; hiddenSheets: number } = { sheets: [], hiddenSheets: 0 }

type PastePanelProps = {
  box: RefObject<HTMLTextAreaElement | null>
  paste: ReturnType<typeof usePaste>
  isOpen: boolean
  /** Called when there is a text to read, also one that was typed before a login. */
  onText: () => void
}

export function PastePanel({ box, paste, isOpen, onText }: PastePanelProps) {
  const id = useId()
  const isHydrated = useHydrated()
  const [text, setText, settleText] = useDraftState('paste', '', readText)
  const [{ sheets, hiddenSheets }, setSheets] = useState(NO_SHEETS)
  const hasText = text !== ''
  useEffect(() => {
    if (hasText) onText()
  }, [hasText, onText])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await paste.read(text)) settleText('')
  }
  const upload = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    setSheets(NO_SHEETS)
    const choose = (sheets: Sheet[], hiddenSheets: number) => setSheets({ sheets, hiddenSheets })
    if (file) await paste.readFile(file, MAX_BYTES, choose)
    // The same file can be chosen again.
    input.value = ''
  }
  const [first, second] = exampleSkus(useSite())
  return (
    <form onSubmit={submit} hidden={!isOpen}>
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
        placeholder={`12x ${first}\n${second}, 20 pcs`}
        onChange={({ target }) => setText(target.value)}
      />
      <p id={`${id}-hint`} className="field-hint">
        Cells of a spreadsheet, CSV or the text of an e-mail: SKU or name, and quantity.
      </p>
      <span className="max-w-full buttons">
        <Button type="submit" busy={paste.isReading} disabled={!isHydrated}>
          Add to the list
        </Button>
        <label className="paste-upload max-w-full note">
          or choose an Excel or CSV file{' '}
          <input
            className="max-w-full"
            type="file"
            disabled={!isHydrated}
            accept=".xlsx,.xls,.xlsb,.ods,.csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
            onChange={({ target }) => upload(target)}
          />
        </label>
      </span>
      {sheets.length > 0 && (
        <fieldset className="paste-sheets buttons">
          <legend className="font-600">Which sheet has the order?</legend>
          {sheets.map((sheet) => (
            <Button
              key={sheet.name}
              onClick={async () => {
                if (await paste.readSheet(sheet, hiddenSheets)) setSheets(NO_SHEETS)
              }}
            >
              {sheet.name}
            </Button>
          ))}
        </fieldset>
      )}
    </form>
  )
}
