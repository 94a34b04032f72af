import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { PASTE_HASH } from '#shop/list-store/order-list.ts'
import type { ListUndo } from '#shop/order-list/list-undo.tsx'
import { Button } from '#ui/button.tsx'
import { NeedsScripts } from '#ui/needs-scripts.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { PasteColumns } from './paste-columns.tsx'
import { PastePanel } from './paste-panel.tsx'
import { PasteReport } from './paste-report.tsx'
import { QuickAdd } from './quick-add.tsx'
import { usePaste } from './use-paste.ts'

type AddLinesProps = {
  offerUndo: ListUndo['offer']
  /** Whether the list is known to be empty, which opens the panel for pasted orders. */
  isEmpty: boolean
}

/** Adds tools, one by one or pasted, and shows lines to confirm. Memoized: up to 1,000, and none of the list. */
export const AddLines = memo(function AddLines({ offerUndo, isEmpty }: AddLinesProps) {
  const { hash, key } = useLocation()
  const isHydrated = useHydrated()
  const box = useRef<HTMLTextAreaElement>(null)
  const [isOpen, setOpen] = useState(isEmpty)
  const [wasEmpty, setWasEmpty] = useState(isEmpty)
  // While rendering, so that the panel opens together with the empty list and moves nothing.
  if (isEmpty !== wasEmpty) {
    setWasEmpty(isEmpty)
    if (isEmpty) setOpen(true)
  }
  const takesFocus = useRef(false)
  // Closed again, so that the lines are in sight.
  const paste = usePaste(offerUndo, () => setOpen(false))
  const { report } = paste
  const showPanel = useCallback(() => setOpen(true), [])
  const open = () => {
    takesFocus.current = true
    setOpen(true)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed twice
  useEffect(() => {
    if (hash === `#${PASTE_HASH}`) open()
  }, [hash, key])
  useEffect(() => {
    if (!takesFocus.current || !isOpen || !box.current) return
    takesFocus.current = false
    box.current.focus()
  })
  return (
    <section aria-label="Add tools">
      <div className="buttons">
        <QuickAdd isBusy={paste.isReading} onAdd={paste.addOne} />
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          disabled={!isHydrated}
          onClick={() => (isOpen ? setOpen(false) : open())}
        >
          Paste an order
        </Button>
      </div>
      <NeedsScripts what="The order list" />
      <div
        className="paste-panel columns mt-8 panel"
        hidden={!isOpen && report === null && paste.tables === null && paste.problem === null}
      >
        {/* Hidden while closed, and opened by a text that waited for a login. */}
        <PastePanel box={box} paste={paste} isOpen={isOpen} onText={showPanel} />
        <div className="hide-empty min-w-0">
          {paste.problem !== null && (
            <p className="field-error" role="alert">
              {paste.problem}
            </p>
          )}
          {paste.tables && <PasteColumns tables={paste.tables} paste={paste} />}
          {report && (
            <PasteReport
              report={report}
              isBusy={paste.isReading}
              onConfirm={paste.confirm}
              onSkip={paste.skip}
              onRetry={paste.retry}
              onClose={paste.close}
            />
          )}
        </div>
      </div>
    </section>
  )
})
