import { useEffect, useRef } from 'react'
import type { Product } from '#shop/catalogue/product.ts'
import { countedLines } from '#shop/order-list/order-list.ts'
import { Button } from '#ui/button.tsx'
import type { NotedLine, UncertainLine } from './sort-pasted-lines.ts'
import { UncertainLines } from './uncertain-lines.tsx'
import type { PasteReport as Report } from './use-paste.ts'

type PasteReportProps = {
  report: Report
  onConfirm: (chosen: { line: UncertainLine; product: Product }[]) => void
  onSkip: (line: UncertainLine) => void
  onClose: () => void
}

/** What became of a pasted text: added, changed, to be confirmed, and not read with the reason. */
export function PasteReport({ report, onConfirm, onSkip, onClose }: PasteReportProps) {
  const { added, changed, uncertain, unread } = report
  const summary = useRef<HTMLParagraphElement>(null)
  const hasRest = changed.length + uncertain.length + unread.length > 0
  useEffect(() => summary.current?.focus(), [])
  return (
    <div className="paste-report">
      <p ref={summary} tabIndex={-1} className="paste-summary">
        {[
          `${countedLines(added)} added`,
          uncertain.length > 0 && `${uncertain.length} to confirm`,
          unread.length > 0 && `${unread.length} not read`,
        ]
          .filter(Boolean)
          .join(', ')}
        .
      </p>
      {uncertain.length > 0 && (
        <UncertainLines lines={uncertain} onConfirm={onConfirm} onSkip={onSkip} />
      )}
      <Notes title="Quantities that changed" lines={changed} />
      <Notes title="Not read" lines={unread} />
      {hasRest && (
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      )}
    </div>
  )
}

/** A titled list of lines with something to know about them; nothing without lines. */
export function Notes({ title, lines }: { title: string; lines: NotedLine[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {lines.map(({ text, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be there twice
          <li key={index}>
            <q>{text}</q> <span className="paste-note">{note}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
