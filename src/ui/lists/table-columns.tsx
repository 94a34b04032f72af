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
    <div className="table-columns mb-16 break-anywhere">
      <p ref={line} tabIndex={-1}>
        {question !== null && <strong className="block">{question} </strong>}
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
        <fieldset className="mt-8" id={id} hidden={!isOpen}>
          <legend className="visually-hidden">Columns</legend>
          {columns.map(({ heading, sample }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
            <label className="min-w-0" key={at}>
              <span className="field-label">
                {nameOf(heading, at)} {sample !== '' && <q className="soft font-400">{sample}</q>}
              </span>
              <select
                className="field-input"
                value={chosen[at]}
                onChange={({ target }) => choose(at, target.value as Meaning)}
              >
                <Options of={Object.entries<string>(labels)} />
              </select>
            </label>
          ))}
          <Button busy={isBusy} onClick={() => onChoose(chosen)}>
            Apply columns
          </Button>
        </fieldset>
      )}
    </div>
  )
}

const nameOf = (heading: string, at: number) => heading || `Column ${at + 1}`

/** With more columns, those whose heading is the label are only counted. */
const MOST_NAMED = 8

/** Returns “SKU from Part No.” for each column that is read, and how many are not. */
function columnTexts<Meaning extends string>(
  columns: ReadColumn<Meaning>[],
  labels: Record<Meaning, string>,
): string[] {
  const ignored = Object.keys(labels).at(-1)
  const named = columns.map(({ heading, meaning }, at) => ({ name: nameOf(heading, at), meaning }))
  const read = named.filter(({ meaning }) => meaning !== ignored)
  const isPlain = ({ name, meaning }: (typeof named)[number]) =>
    read.length > MOST_NAMED && name === labels[meaning]
  const order = Object.keys(labels)
  const texts = read
    .filter((column) => !isPlain(column))
    .sort((a, b) => order.indexOf(a.meaning) - order.indexOf(b.meaning))
    .map(({ name, meaning }) => `${labels[meaning]} from ${name}`)
    .map((text, at) => (at === 0 ? text : text.replace(/^[A-Z](?=[a-z])/, lower)))
  const counted = [
    ...countText(read.filter(isPlain).length, 'under the same name'),
    ...countText(columns.length - read.length, 'ignored'),
  ]
  return [...texts, ...counted]
}

const lower = (letter: string) => letter.toLowerCase()

const countText = (count: number, what: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? 'column' : 'columns'} ${what}`]
