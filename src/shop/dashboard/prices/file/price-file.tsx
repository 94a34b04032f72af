import { useId, useState } from 'react'
import { BYTE_ORDER_MARK, csvRows } from '#platform/csv.ts'
import { refusalOf, refusalText } from '#platform/http/api/rest-client.ts'
import { saveDownload } from '#platform/http/api/save-download.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import {
  chosenFor,
  readChoices,
  rememberChoice,
} from '#shop/column-choices/column-choices-client.ts'
import { DecimalMarks, EncodingChoice, FileColumns } from '#shop/imports/page/file-columns.tsx'
import { mappingOf } from '#shop/imports/page/imports-client.ts'
import type { ComparedPrices } from '#shop/price-file/read-price-file.server.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { FileInput } from '#ui/forms/file-input.tsx'
import { ComparedPricesTable } from './compared-prices-table.tsx'

type Choices = {
  mapping: Record<string, string>
  decimalMarks: Record<string, '.' | ','>
  replaces: boolean
  takesStale: boolean
}

type PriceFileProps = {
  listId: string
  /** Why no file can be compared now, such as changes that are not saved. */
  blocked: string | null
  /** Saves rows that replace those of this version. Resolves with why they were refused. */
  onSave: (rows: ComparedPrices['rows'], version: number) => Promise<string | null>
}

/** Exports the rows of a list, and imports a file of them after its changes were shown. */
export function PriceFile({ listId, blocked, onSave }: PriceFileProps) {
  const id = useId()
  const path = `/api/price-lists/${listId}/rows`
  const [file, setFile] = useState<File | null>(null)
  const [choices, setChoices] = useState<Choices>(none)
  const [compared, setCompared] = useState<ComparedPrices | null>(null)
  const [sheet, setSheet] = useState('')
  const [encoding, setEncoding] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const saveAs = (format: 'csv' | 'xlsx') =>
    saveDownload(authorizedFetch(`${path}/${format}`), `prices.${format}`)
  const compare = async (file: File, choices: Choices, isFirst = false) => {
    setFile(file)
    setChoices(choices)
    setBusy(true)
    const body = new FormData()
    body.append('file', file)
    body.append('mapping', JSON.stringify(choices.mapping))
    body.append('decimalMarks', JSON.stringify(choices.decimalMarks))
    body.append('replaces', String(choices.replaces))
    body.append('takesStale', String(choices.takesStale))
    if (sheet.trim() !== '') body.append('sheet', sheet.trim())
    if (encoding !== '') body.append('encoding', encoding)
    try {
      const answer = await authorizedFetch(`${path}/compare`, { method: 'POST', body })
      if (!answer.ok) throw await refusalOf(answer)
      const compared: ComparedPrices = await answer.json()
      const before = isFirst ? await chosenBefore(compared) : undefined
      if (before) return compare(file, { ...choices, mapping: before })
      setCompared(compared)
      setError(null)
    } catch (error) {
      setError(refusalText(error))
    } finally {
      setBusy(false)
    }
  }
  const stale = compared?.compared.filter(({ isStale }) => isStale) ?? []
  const since = stale.length > 0 ? `: ${countOf(stale.length, 'row')}` : ''
  const check = (choice: 'replaces' | 'takesStale', label: string) => (
    <label className="import-check">
      <input
        type="checkbox"
        checked={choices[choice]}
        disabled={isBusy}
        onChange={({ target }) =>
          file && void compare(file, { ...choices, [choice]: target.checked })
        }
      />{' '}
      {label}
    </label>
  )
  const close = () => {
    setFile(null)
    setCompared(null)
    setError(null)
  }
  const save = async ({ rows, version }: ComparedPrices) => {
    setBusy(true)
    const refused = await onSave(rows, version)
    setBusy(false)
    if (refused === null) close()
    else setError(refused)
  }
  return (
    <div className="price-file">
      <p className="price-rows-buttons">
        <DownloadButton download={() => saveAs('csv')}>Export CSV</DownloadButton>
        <DownloadButton download={() => saveAs('xlsx')}>Export Excel</DownloadButton>
        <FileInput
          id={id}
          accept=".csv,.tsv,.txt,.xlsx,.xls,.ods"
          disabled={isBusy || blocked !== null}
          aria-describedby={`${id}-note`}
          choose={(file) => void compare(file, none, true)}
        />
        <label htmlFor={id} className={buttonVariant.quiet}>
          Import a file
        </label>
        <input
          className="field-input"
          aria-label="Sheet name (if several)"
          placeholder="Sheet name (if several)"
          value={sheet}
          onChange={({ target }) => setSheet(target.value)}
        />
        <span id={`${id}-note`}>
          {blocked ?? 'A file is compared with the list first; nothing changes before you save it.'}
        </span>
      </p>
      {error?.includes('encoding') && <EncodingChoice value={encoding} onChange={setEncoding} />}
      {error !== null && (
        <p className="form-error" role="alert">
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
              const headings = compared.columns.map(({ heading }) => heading)
              const choice = { headings, meanings: fields }
              // One that is too large to remember counts all the same.
              void rememberChoice('prices', true, choice).catch(() => undefined)
              void compare(file, { ...choices, mapping })
            }}
          />
          <div className="import-choices">
            <DecimalMarks
              imported={compared}
              isBusy={isBusy}
              onChange={({ decimalMarks }) => void compare(file, { ...choices, decimalMarks })}
            />
          </div>
          {compared.others > 0 &&
            check(
              'replaces',
              `Remove what the file does not have: ${countOf(compared.others, 'row')} of the list`,
            )}
          {(choices.takesStale || stale.length > 0) &&
            check('takesStale', `Take prices that the list changed after the export${since}`)}
          <ComparedPricesTable compared={compared.compared} />
          <ReviewButtons
            compared={compared}
            removes={choices.replaces ? compared.others : 0}
            isBusy={isBusy}
            onSave={() => void save(compared)}
            onCancel={close}
          />
        </section>
      )}
    </div>
  )
}

/** What was chosen for an earlier file with these headings. */
async function chosenBefore({ columns, fields }: ComparedPrices) {
  const headings = columns.map(({ heading }) => heading)
  const before = chosenFor(await readChoices('prices', true), headings)
  const isKnown = before?.every((field) => field === '' || isOffered(field, fields))
  return before && isKnown ? mappingOf(columns, before) : undefined
}

/** Whether a field can be chosen; an answer may be that of another value. */
const isOffered = (field: string, fields: ComparedPrices['fields']) =>
  field.startsWith('only:') || fields.some(({ name }) => name === field)

const none: Choices = { mapping: {}, decimalMarks: {}, replaces: false, takesStale: false }

const countOf = (count: number, what: string) =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`

type ReviewButtonsProps = {
  compared: ComparedPrices
  /** How many rows of the list are removed. */
  removes: number
  isBusy: boolean
  onSave: () => void
  onCancel: () => void
}

function ReviewButtons({ compared, removes, isBusy, onSave, onCancel }: ReviewButtonsProps) {
  const changes = compared.compared.filter(({ state }) => state === 'new' || state === 'changed')
  const refused = compared.compared.filter(({ state }) => state === 'refused')
  const total = changes.length + removes
  return (
    <p className="price-rows-buttons">
      {refused.length > 0 && (
        <DownloadButton download={() => saveDownload(refusedFile(compared), 'refused.csv')}>
          Download refused rows
        </DownloadButton>
      )}
      <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button busy={isBusy} disabled={total === 0} onClick={onSave}>
        Save {countOf(total, 'change')}
      </Button>
    </p>
  )
}

async function refusedFile({ columns, compared }: ComparedPrices): Promise<Response> {
  const headings = [...columns.map(({ heading }) => heading), 'Row', 'Reasons']
  const rows = compared
    .filter(({ state }) => state === 'refused')
    .map(({ cells, row, reasons }) => [
      ...columns.map((_, at) => cells[at] ?? ''),
      row,
      reasons.join('; '),
    ])
  return new Response(BYTE_ORDER_MARK + csvRows([headings, ...rows], 'comma'))
}
