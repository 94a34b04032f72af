import { useEffect, useRef } from 'react'
import { countedLines, MAX_LINES } from '#shop/list-store/order-list.ts'
import { Button } from '#ui/button.tsx'
import type { ChosenLine, NotedLine, UncertainLine } from './sort-pasted-lines.ts'
import { UncertainLines } from './uncertain-lines.tsx'
import type { PasteReport as Report } from './use-paste.ts'

type PasteReportProps = {
  report: Report
  isBusy: boolean
  onConfirm: (chosen: ChosenLine[]) => void
  onSkip: (line: UncertainLine) => void
  onRetry: () => void
  onClose: () => void
}

/** What a paste leaves to check: the added lines are counted beside Undo. */
export function PasteReport({ report, isBusy, ...on }: PasteReportProps) {
  const { changed, uncertain, unread, skipped, cut } = report
  const summary = useRef<HTMLParagraphElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <div className="paste-report grid gap-20 justify-items-start">
      <p ref={summary} tabIndex={-1} className="font-600">
        {[
          changed.length > 0 && `${changed.length} to check`,
          uncertain.length > 0 && `${uncertain.length} to confirm`,
          unread.length > 0 && `${unread.length} could not be read`,
          skipped.length > 0 && `${skipped.length} not looked up`,
          cut && `${cut.count.toLocaleString('en-US')} left out`,
        ]
          .filter(Boolean)
          .join(', ')}
        .
      </p>
      {uncertain.length > 0 && (
        <UncertainLines lines={uncertain} onConfirm={on.onConfirm} onSkip={on.onSkip} />
      )}
      {skipped.length > 0 && (
        <section>
          <h2>Not looked up</h2>
          <p>
            The search took too long for {countedLines(skipped.length)}, from <q>{skipped[0]?.text}</q> on.
          </p>
          <Button busy={isBusy} onClick={on.onRetry}>
            Try again
          </Button>
        </section>
      )}
      {cut && (
        <section>
          <h2>Too many lines</h2>
          <p>
            Only {MAX_LINES} lines are read at once. The last {cut.count.toLocaleString('en-US')}, from{' '}
            <q>{cut.first}</q> on, were not read.
          </p>
        </section>
      )}
      <Notes title="Quantities to check" lines={changed} />
      <Notes title="Could not be read" lines={unread} />
      <Button variant="quiet" onClick={on.onClose}>
        Close
      </Button>
    </div>
  )
}

/** A titled list of what there is to know about lines, each note once; nothing without lines. */
export function Notes({ title, lines }: { title: string; lines: NotedLine[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {[...Map.groupBy(lines, ({ note }) => note)].map(([note, noted]) => (
          <li key={note}>
            {[...new Set(noted.map(({ text }) => `“${text}”`))].join(' ')}{' '}
            <span className="paste-note soft">{note}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
