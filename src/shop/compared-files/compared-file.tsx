import { type ReactNode, useId, useState } from 'react'
import { BYTE_ORDER_MARK, csvRows } from '#platform/csv.ts'
import { refusalOf, refusalText } from '#platform/http/api/rest-client.ts'
import { saveDownload } from '#platform/http/api/save-download.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { Purpose } from '#shop/column-choices/column-choice.ts'
import { chosenFor, readChoices, rememberChoice } from '#shop/column-choices/column-choices-client.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { FileInput } from '#ui/forms/file-input.tsx'
import type { Column } from '#ui/lists/responsive-table.tsx'
import { type ComparedRow, ComparedRows } from './compared-rows.tsx'
import {
  DecimalMarks,
  type FileChoice,
  FileChoices,
  FileColumns,
  headingsOf,
  mappingOf,
  TABLE_FILES,
} from './file-columns.tsx'
import type { TableJson } from './file-json.server.ts'

type ComparedTable<Row extends ComparedRow> = TableJson & { compared: Row[] }
type Ticks = Record<string, boolean>
type Choices = {
  mapping: Record<string, string>
  decimalMarks: Record<string, '.' | ','>
  ticks: Ticks
} & FileChoice

type ComparedFileProps<Row extends ComparedRow, Compared extends ComparedTable<Row>> = {
  purpose: Purpose
  /** The URL below which a file is compared. */
  api: string
  /** Why no file can be compared now, such as changes that are not saved; or else what a file does. */
  blocked: string | null
  hint: string
  /** Before the button that chooses a file. */
  exports?: ReactNode
  columns: Column<Row>[]
  effectOf: (row: Row) => string
  /** What can be ticked, by the name of its field. */
  ticksOf: (compared: Compared, ticks: Ticks) => Record<string, string | false>
  /** How much is changed besides the rows. */
  othersOf?: (compared: Compared, ticks: Ticks) => number
  /** Saves what was shown; `form` is what was compared. Resolves with why it was refused. */
  onSave: (compared: Compared, form: FormData) => Promise<string | null>
}

/** Reads a file with a table, shows what its rows would change, and saves it. */
export function ComparedFile<Row extends ComparedRow, Compared extends ComparedTable<Row>>(
  props: ComparedFileProps<Row, Compared>,
) {
  const { purpose, api, blocked, hint, exports, ticksOf, othersOf, onSave } = props
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [choices, setChoices] = useState<Choices>(none)
  const [compared, setCompared] = useState<Compared | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const formOf = (file: File, { mapping, decimalMarks, ticks, sheet, encoding }: Choices) => {
    const form = new FormData()
    form.append('file', file)
    form.append('mapping', JSON.stringify(mapping))
    form.append('decimalMarks', JSON.stringify(decimalMarks))
    for (const [name, isTicked] of Object.entries(ticks)) form.append(name, String(isTicked))
    if (sheet) form.append('sheet', sheet)
    if (encoding) form.append('encoding', encoding)
    return form
  }
  const compare = async (file: File, choices: Choices, isFirst = false) => {
    setFile(file)
    setChoices(choices)
    setBusy(true)
    try {
      const body = formOf(file, choices)
      const answer = await authorizedFetch(`${api}/compare`, { method: 'POST', body })
      if (!answer.ok) throw await refusalOf(answer)
      const compared: Compared = await answer.json()
      const before = isFirst ? await chosenBefore(purpose, compared) : undefined
      if (before) return compare(file, { ...choices, mapping: before })
      setCompared(compared)
      setError(null)
    } catch (error) {
      setError(refusalText(error))
    } finally {
      setBusy(false)
    }
  }
  const close = () => {
    setFile(null)
    setCompared(null)
    setError(null)
  }
  const save = async (compared: Compared, form: FormData) => {
    setBusy(true)
    const refused = await onSave(compared, form)
    setBusy(false)
    if (refused === null) close()
    else setError(refused)
  }
  const changed = compared?.compared.filter(({ state }) => state === 'new' || state === 'changed')
  const others = (compared && othersOf?.(compared, choices.ticks)) ?? 0
  const total = (changed?.length ?? 0) + others
  return (
    <div className="price-file">
      <p className="buttons gap-12 mt-12">
        {exports}
        <FileInput
          id={id}
          accept={TABLE_FILES}
          disabled={isBusy || blocked !== null}
          aria-describedby={`${id}-note`}
          choose={(file) => void compare(file, none, true)}
        />
        <label htmlFor={id} className={buttonVariant.quiet}>
          Import a file
        </label>
        <span id={`${id}-note`}>{blocked ?? hint}</span>
      </p>
      <FileChoices
        error={error}
        onChoose={(choice) => file && void compare(file, { ...choices, ...choice }, true)}
      />
      {error !== null && (
        <p className="form-error callout" role="alert">
          {error}{' '}
          {file && compared && (
            <Button variant="quiet" onClick={() => void compare(file, choices)}>
              Check again
            </Button>
          )}
        </p>
      )}
      {file && compared && (
        <section aria-label={`Changes of ${file.name}`}>
          <FileColumns
            key={JSON.stringify(compared.columns)}
            file={compared}
            isBusy={isBusy}
            onChoose={(fields) => {
              const mapping = mappingOf(compared.columns, fields)
              const choice = { headings: headingsOf(compared.columns), meanings: fields }
              // One that is too large to remember counts all the same.
              void rememberChoice(purpose, true, choice).catch(() => undefined)
              void compare(file, { ...choices, mapping })
            }}
          />
          <div className="import-choices gap-12 w-full">
            <DecimalMarks
              columns={compared.columns}
              isBusy={isBusy}
              onChange={({ decimalMarks }) => void compare(file, { ...choices, decimalMarks })}
            />
          </div>
          {Object.entries(ticksOf(compared, choices.ticks)).map(
            ([name, label]) =>
              label && (
                <label key={name} className="line gap-8 min-h-44">
                  <input
                    type="checkbox"
                    checked={choices.ticks[name] ?? false}
                    disabled={isBusy}
                    onChange={({ target: { checked } }) => {
                      const ticks = { ...choices.ticks, [name]: checked }
                      void compare(file, { ...choices, ticks })
                    }}
                  />{' '}
                  {label}
                </label>
              ),
          )}
          <ComparedRows {...props} compared={compared.compared} />
          <p className="buttons gap-12 mt-12">
            {compared.compared.some(({ state }) => state === 'refused') && (
              <DownloadButton download={() => saveDownload(refusedFile(compared), 'refused.csv')}>
                Download refused rows
              </DownloadButton>
            )}
            <Button variant="quiet" disabled={isBusy} onClick={close}>
              Cancel
            </Button>
            <Button
              busy={isBusy}
              disabled={total === 0}
              onClick={() => void save(compared, formOf(file, choices))}
            >
              Save {countOf(total, 'change')}
            </Button>
          </p>
        </section>
      )}
    </div>
  )
}

type AnyTable = ComparedTable<ComparedRow>

/** What was chosen for an earlier file with these headings. */
async function chosenBefore(purpose: Purpose, { columns, fields }: AnyTable) {
  const before = chosenFor(await readChoices(purpose, true), headingsOf(columns))
  const isKnown = before?.every((field) => field === '' || isOffered(field, fields))
  return before && isKnown ? mappingOf(columns, before) : undefined
}

/** Whether a field can be chosen; an answer may be that of another value. */
const isOffered = (field: string, fields: AnyTable['fields']) =>
  field.startsWith('only:') || fields.some(({ name }) => name === field)

const none: Choices = { mapping: {}, decimalMarks: {}, ticks: {} }

export const countOf = (count: number, what: string) =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`

async function refusedFile({ columns, compared }: AnyTable): Promise<Response> {
  const headings = [...columns.map(({ heading }) => heading), 'Row', 'Reasons']
  const rows = compared
    .filter(({ state }) => state === 'refused')
    .map(({ cells, row, reasons }) => [...columns.map((_, at) => cells[at] ?? ''), row, reasons.join('; ')])
  return new Response(BYTE_ORDER_MARK + csvRows([headings, ...rows], 'comma'))
}
