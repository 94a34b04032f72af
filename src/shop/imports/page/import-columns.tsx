import { useState } from 'react'
import { DecimalMarks, FileColumns } from '#shop/compared-files/file-columns.tsx'
import type { ProductImport } from '#shop/imports/import-json.server.ts'
import { type ImportMode, importModes } from '#shop/imports/store/product-import.ts'
import { useChange } from '#web/use-change.ts'
import { countMade, modeNames } from './import-texts.ts'
import { chooseFields, importsApi } from './imports-client.ts'

type Choices = Parameters<(typeof importsApi)[':id']['columns']['$put']>[0]['json']

/** What new products need, or can have, and no column of the file is. */
function missingIn({ columns, fields, mode, counts }: ProductImport) {
  const needed = ['perPrice', 'quantity', 'minQuantity', 'description', 'category']
  const isNeeded = mode !== 'change' && counts.new + counts.refused > 0
  const isMissing = (name: string) =>
    needed.includes(name) && !columns.some(({ field }) => field?.split(':')[0] === name)
  return isNeeded ? fields.filter(({ name }) => isMissing(name)) : []
}

/** More are behind a press. */
const MOST_NAMED = 6

const NewCategories = ({ imported }: { imported: ProductImport }) => (
  <details className="import-categories" open={countMade(imported) <= MOST_NAMED}>
    <summary>Categories to be made: {countMade(imported)}</summary>
    <ul aria-label="Categories to be made">
      {imported.newCategories.map(({ name, isNew, below }) => (
        <li key={name}>
          {isNew ? `${name} (new)` : name}
          <ul>
            {below.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  </details>
)

/** What the columns of a file are, with a choice of others, the mode and decimal marks. */
export function ImportColumns({ imported }: { imported: ProductImport }) {
  const { _id: id, columns, status, mode, makesCategories } = imported
  const { isBusy: isSending, change } = useChange()
  // Shown at once, because a large file takes some time to be compared again.
  const [pending, setPending] = useState<Choices>({})
  if (columns.length === 0) return null
  const choose = async (json: Choices) => {
    setPending(json)
    await change(importsApi[':id'].columns.$put({ param: { id }, json }))
    setPending({})
  }
  const isBusy = isSending || status === 'reading'
  const isOpen = status === 'compared' || status === 'reading'
  return (
    <section className="mb-16">
      <FileColumns
        file={imported}
        isBusy={isBusy}
        onChoose={isOpen ? (fields) => change(chooseFields(imported, fields)) : undefined}
      />
      {isOpen && (
        <div className="import-choices gap-12 w-full">
          <label>
            <span className="field-label">How to apply this file</span>
            <select
              className="field-input"
              value={pending.mode ?? mode}
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
          {missingIn(imported).map(({ name, heading }) => (
            <label key={name}>
              <span className="field-label">{heading} of new tools</span>
              <input
                className="field-input"
                defaultValue={imported.values[name] ?? ''}
                disabled={isBusy}
                onBlur={({ target: { value } }) => {
                  if (value === (imported.values[name] ?? '')) return
                  const fields = columns.map(({ field }) => field ?? '')
                  void change(chooseFields(imported, fields, { ...imported.values, [name]: value }))
                }}
              />
            </label>
          ))}
          <DecimalMarks columns={columns} isBusy={isBusy} onChange={choose} />
          <label className="line gap-8 min-h-44">
            <input
              type="checkbox"
              checked={pending.makesCategories ?? makesCategories}
              disabled={isBusy}
              onChange={({ target }) => choose({ makesCategories: target.checked })}
            />{' '}
            Create missing categories
          </label>
          {imported.newCategories.length > 0 && <NewCategories imported={imported} />}
          {isBusy && <p role="status">Comparing again …</p>}
        </div>
      )}
    </section>
  )
}
