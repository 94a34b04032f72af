import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Options } from '#ui/forms/options.tsx'

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

/** As many that are named as ours are listed; more are behind a press. */
const MOST_NAMED = 6

/** Lists what was read from which column, "ours ← theirs", and lets it be chosen. */
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
  const [showsAll, setShowsAll] = useState(false)
  const [chosen, setChosen] = useState(() => columns.map(({ meaning }) => meaning))
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (question !== null) line.current?.focus()
  }, [question])
  const order = Object.keys(labels)
  const listed = columns
    .map((column, at) => ({ ...column, at, name: column.heading || `Column ${at + 1}` }))
    .sort((a, b) => order.indexOf(a.meaning) - order.indexOf(b.meaning))
  const isNamed = ({ name, meaning }: (typeof listed)[number]) =>
    meaning !== order.at(-1) && name === labels[meaning] && !question?.includes(name)
  const named = listed.filter(isNamed).length
  const isFolded = named > MOST_NAMED && !showsAll
  const isPlain = (column: (typeof listed)[number]) => column.meaning === order.at(-1) || isNamed(column)
  const isChoosing = isOpen && onChoose !== undefined
  const shown = isFolded ? listed.filter((column) => !isNamed(column)) : listed
  return (
    <div className="table-columns mb-16 break-anywhere">
      <p ref={line} tabIndex={-1}>
        {question !== null && <strong className="block">{question} </strong>}
        <span>{notes.join(' · ')}</span>{' '}
        {onChoose && question === null && (
          <button
            type="button"
            className="text-link"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => {
              setOpen(!isOpen)
              setShowsAll(!isOpen)
            }}
          >
            Change
          </button>
        )}
        {named > MOST_NAMED && (
          <button
            type="button"
            className="text-link"
            aria-expanded={!isFolded}
            aria-controls={id}
            onClick={() => setShowsAll(!showsAll)}
          >
            {named} columns are named as here
          </button>
        )}
      </p>
      <ul id={id} aria-label="Columns" className={isChoosing ? 'mb-12' : undefined}>
        {shown.map((column) => (
          <li key={column.at} className={!isChoosing && isPlain(column) ? 'from-640' : undefined}>
            {isChoosing ? (
              <select
                id={`${id}${column.at}`}
                className="field-input"
                value={chosen[column.at]}
                onChange={({ target }) => setChosen(chosen.with(column.at, target.value as Meaning))}
              >
                <Options of={Object.entries<string>(labels)} />
              </select>
            ) : (
              <strong>{labels[column.meaning]}</strong>
            )}{' '}
            <span aria-hidden="true">←</span>{' '}
            <label htmlFor={`${id}${column.at}`}>
              {column.name} {column.sample !== '' && <q className="soft">{column.sample}</q>}
            </label>
          </li>
        ))}
      </ul>
      {isChoosing && (
        <Button busy={isBusy} onClick={() => onChoose(chosen)}>
          Apply columns
        </Button>
      )}
    </div>
  )
}
