import { type Encoding, encodings } from '#shop/tables/decode-text.ts'
import { Button } from '#ui/button.tsx'
import { TableColumns } from '#ui/lists/table-columns.tsx'
import type { TableJson } from './file-json.server.ts'

const IGNORED = ''

export const mappingOf = (columns: TableJson['columns'], fields: string[]) =>
  Object.fromEntries(columns.map(({ name }, at) => [name, fields[at] ?? '']))

export const headingsOf = (columns: TableJson['columns']) => columns.map(({ heading }) => heading)

type FileColumnsProps = {
  file: TableJson
  isBusy: boolean
  onChoose: ((fields: string[]) => void) | undefined
}

/** From which columns a file was read, with a choice of others. */
export function FileColumns({ file, isBusy, onChoose }: FileColumnsProps) {
  const { columns, fields, questions, notes } = file
  return (
    <TableColumns
      columns={columns.map(({ heading, sample, field }) => {
        return { heading, sample, meaning: field ?? IGNORED }
      })}
      labels={{
        ...Object.fromEntries(fields.map(({ name, heading }) => [name, heading])),
        [IGNORED]: 'Ignored',
      }}
      question={questions.length > 0 ? questions.join(' ') : null}
      notes={notes}
      isBusy={isBusy}
      onChoose={onChoose}
    />
  )
}

type SheetChoiceProps = { error: string | null; onChoose: (sheet: string) => void }

/** The sheets that a refusal of a workbook names, each as a button. */
export const SheetChoice = ({ error, onChoose }: SheetChoiceProps) =>
  error?.includes('Choose one of') && (
    <p className="buttons gap-8">
      {[...error.matchAll(/“(.+?)”(?=, “|$)/g)].map(([, sheet = '']) => (
        <Button key={sheet} variant="quiet" onClick={() => onChoose(sheet)}>
          {sheet}
        </Button>
      ))}
    </p>
  )

const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8, as it is',
  'windows-1252': 'Windows-1252',
  cp850: 'DOS (code page 850)',
  macintosh: 'Mac',
  'utf-8-twice': 'UTF-8, saved twice',
}

type EncodingChoiceProps = { value: string; onChange: (encoding: string) => void }

/** The encoding of a text, for a file whose letters are broken. */
export const EncodingChoice = ({ value, onChange }: EncodingChoiceProps) => (
  <label>
    <span className="field-label">Encoding, for the next try</span>
    <select className="field-input" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">Choose …</option>
      {encodings.map((encoding) => (
        <option key={encoding} value={encoding}>
          {encodingNames[encoding]}
        </option>
      ))}
    </select>
  </label>
)

export const TABLE_FILES = '.csv,.tsv,.txt,.xlsx,.xls,.ods'

type DecimalMarksProps = {
  columns: TableJson['columns']
  isBusy: boolean
  onChange: (choices: { decimalMarks: Record<string, '.' | ','> }) => void
}

export function DecimalMarks({ columns, isBusy, onChange }: DecimalMarksProps) {
  const asked = columns.filter(({ decimalMark }) => decimalMark === 'asked')
  return asked.map(({ name, field }) => (
    <label key={name}>
      <span className="field-label">Decimal mark of {name}</span>
      <select
        className="field-input"
        value=""
        disabled={isBusy}
        onChange={({ target: { value } }) => {
          if (field && (value === '.' || value === ','))
            onChange({ decimalMarks: { ...marksOf(columns), [field]: value } })
        }}
      >
        <option value="">Choose …</option>
        <option value=".">Point, as in 1,250.00</option>
        <option value=",">Comma, as in 1.250,00</option>
      </select>
    </label>
  ))
}

/** The marks that are known, so that a choice keeps them. */
function marksOf(columns: TableJson['columns']): Record<string, '.' | ','> {
  return Object.fromEntries(
    columns.flatMap(({ field, decimalMark: mark }) =>
      field && mark && mark !== 'asked' ? [[field, mark]] : [],
    ),
  )
}
