import { answerOf } from '#platform/http/api/rest-client.ts'
import type { ProductImport } from '#shop/catalogue/imports/import-json.server.ts'
import { type ImportMode, importModes } from '#shop/catalogue/imports/store/product-import.ts'
import { TableColumns } from '#ui/lists/table-columns.tsx'
import { useChange } from '#web/use-change.ts'
import { modeNames } from './import-texts.ts'
import { chooseFields, importsApi } from './imports-client.ts'

/** A column that is not read. */
const IGNORED = ''

type Choices = Parameters<(typeof importsApi)[':id']['columns']['$put']>[0]['json']

/** What the columns of a file are, with a choice of others, the mode and decimal marks. */
export function ImportColumns({ imported }: { imported: ProductImport }) {
  const { _id: id, columns, fields, notes, questions, status, mode, makesCategories } = imported
  const { isBusy, change } = useChange()
  if (columns.length === 0) return null
  const choose = (json: Choices) =>
    change(answerOf(importsApi[':id'].columns.$put({ param: { id }, json })))
  const isOpen = status === 'compared'
  const read = columns.map(({ heading, sample, field }) => {
    return { heading, sample, meaning: field ?? IGNORED }
  })
  const labels = {
    ...Object.fromEntries(fields.map(({ name, heading }) => [name, heading])),
    [IGNORED]: 'Ignored',
  }
  return (
    <section className="import-columns">
      <TableColumns
        columns={read}
        labels={labels}
        question={questions.length > 0 ? questions.join(' ') : null}
        notes={notes}
        isBusy={isBusy}
        onChoose={isOpen ? (fields) => change(chooseFields(imported, fields)) : undefined}
      />
      {isOpen && (
        <div className="import-choices">
          <label>
            <span className="field-label">What the file does</span>
            <select
              className="field-input"
              value={mode}
              disabled={isBusy}
              onChange={({ target }) => choose({ mode: target.value as ImportMode })}
            >
              {importModes.map((mode) => (
                <option key={mode} value={mode}>
                  {modeNames[mode]}
                </option>
              ))}
            </select>
          </label>
          <DecimalMarks imported={imported} isBusy={isBusy} onChange={choose} />
          <label className="import-check">
            <input
              type="checkbox"
              checked={makesCategories}
              disabled={isBusy}
              onChange={({ target }) => choose({ makesCategories: target.checked })}
            />{' '}
            Make missing categories
          </label>
        </div>
      )}
    </section>
  )
}

type DecimalMarksProps = {
  imported: Pick<ProductImport, 'columns'>
  isBusy: boolean
  onChange: (choices: Choices) => void
}

/** The decimal marks of the columns that are asked for. */
export function DecimalMarks({ imported, isBusy, onChange }: DecimalMarksProps) {
  const { columns } = imported
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
function marksOf(columns: ProductImport['columns']): Record<string, '.' | ','> {
  return Object.fromEntries(
    columns.flatMap(({ field, decimalMark: mark }) =>
      field && mark && mark !== 'asked' ? [[field, mark]] : [],
    ),
  )
}
