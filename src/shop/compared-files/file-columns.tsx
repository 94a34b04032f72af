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

const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8, as it is',
  'windows-1252': 'Windows-1252',
  cp850: 'DOS (code page 850)',
  macintosh: 'Mac',
  'utf-8-twice': 'UTF-8, saved twice',
}

/** How a file is read that has several sheets, or whose letters would be broken. */
export type FileChoice = { sheet?: string; encoding?: string }

type FileChoicesProps = { error: string | null; onChoose: (choice: FileChoice) => void }

/** What the refusal of a file offers, as buttons: the sheets of its workbook, or encodings of its text. */
export function FileChoices({ error, onChoose }: FileChoicesProps) {
  const [, sheets] = error?.split('Choose one of: “') ?? []
  const offered: [string, FileChoice][] = sheets
    ? sheets
        .slice(0, -1)
        .split('”, “')
        .map((sheet) => [sheet, { sheet }])
    : encodings.map((encoding) => [encodingNames[encoding], { encoding }])
  if (!sheets && !error?.includes('encoding')) return null
  return (
    <p className="buttons gap-8">
      {offered.map(([text, choice]) => (
        <Button key={text} variant="quiet" onClick={() => onChoose(choice)}>
          {text}
        </Button>
      ))}
    </p>
  )
}

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
