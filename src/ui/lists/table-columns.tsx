import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'

/** A column of a table that was read: its heading, empty without one, and its first value. */
export type ReadColumn<Meaning extends string> = {
  heading: string
  sample: string
  meaning: Meaning
}

type TableColumnsProps<Meaning extends string> = {
  columns: ReadColumn<Meaning>[]
  /** The meanings to choose from, as `SKU`; the last one is that of a column that is not read. */
  labels: Record<Meaning, string>
  /** What must be chosen first; null if the table was read. */
  question: string | null
  /** What was left out, such as hidden rows. */
  notes: string[]
  isBusy: boolean
  /** Reads the table again; undefined if that is no longer possible. */
  onChoose?: ((meanings: Meaning[]) => void) | undefined
}

/** Says from which columns a table was read, and lets them be chosen. */
export function TableColumns<Meaning extends string>({
  columns,
  labels,
  question,
  notes,
  isBusy,
  onChoose,
}: TableColumnsProps<Meaning>) {
  const id = useId()
  const [isOpen, setOpen] = useState(question !== null)
  const [chosen, setChosen] = useState(() => columns.map(({ meaning }) => meaning))
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (question !== null) line.current?.focus()
  }, [question])
  const choose = (at: number, meaning: Meaning) =>
    setChosen(chosen.map((other, index) => (index === at ? meaning : other)))
  return (
    <div className="table-columns">
      <p ref={line} tabIndex={-1}>
        {question !== null && <strong>{question} </strong>}
        <span>{[...columnTexts(columns, labels), ...notes].join(' · ')}</span>{' '}
        {onChoose && question === null && (
          <button
            type="button"
            className="text-link"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            Change
          </button>
        )}
      </p>
      {onChoose && (
        <fieldset id={id} hidden={!isOpen}>
          <legend className="visually-hidden">Columns</legend>
          {columns.map(({ heading, sample }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
            <label key={at}>
              <span className="field-label">
                {nameOf(heading, at)} {sample !== '' && <q>{sample}</q>}
              </span>
              <select
                className="field-input"
                value={chosen[at]}
                onChange={({ target }) => choose(at, target.value as Meaning)}
              >
                {Object.entries<string>(labels).map(([meaning, label]) => (
                  <option key={meaning} value={meaning}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <Button variant="strong" busy={isBusy} onClick={() => onChoose(chosen)}>
            Read these columns
          </Button>
        </fieldset>
      )}
    </div>
  )
}

const nameOf = (heading: string, at: number) => heading || `Column ${at + 1}`

/** Returns “SKU from Part No.” for each column that is read, and how many are not. */
function columnTexts<Meaning extends string>(
  columns: ReadColumn<Meaning>[],
  labels: Record<Meaning, string>,
): string[] {
  const ignored = Object.keys(labels).at(-1)
  const unread = columns.filter(({ meaning }) => meaning === ignored)
  const read = columns.flatMap(({ heading, meaning }, at) =>
    meaning === ignored
      ? []
      : [{ meaning, text: `${labels[meaning]} from ${nameOf(heading, at)}` }],
  )
  const order = Object.keys(labels)
  read.sort((a, b) => order.indexOf(a.meaning) - order.indexOf(b.meaning))
  const texts = read.map(({ text }, at) =>
    at === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1),
  )
  if (unread.length === 0) return texts
  return [...texts, `${unread.length} ${unread.length === 1 ? 'column' : 'columns'} ignored`]
}
