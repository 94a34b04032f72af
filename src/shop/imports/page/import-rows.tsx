import { type ChangeEvent, useId, useState } from 'react'
import { href, Link } from 'react-router'
import type { ProductImport, ProductImportRow } from '#shop/imports/import-json.server.ts'
import { kindOf, wordsOf } from '#shop/imports/store/import-fields.ts'
import { isStock } from '#shop/tables/columns/table-fields.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { useChange } from '#web/use-change.ts'
import { valueText } from './import-texts.ts'
import { importsApi } from './imports-client.ts'

type RowsProps = { imported: ProductImport; rows: ProductImportRow[] }

/** The rows of an import with their changes, or why they are refused. */
export function ImportRows({ imported, rows }: RowsProps) {
  const headings = new Map(imported.fields.map(({ name, heading }) => [name, heading]))
  // By its place, so that once a row is fixed and leaves the list, the next one is open.
  const [open, setOpen] = useState<number | null>(null)
  const { isBusy, change } = useChange()
  const fix: Fix = ({ row }, json) => {
    const param = { id: imported._id, row: String(row) }
    void change(importsApi[':id'].rows[':row'].$put({ param, json }))
  }
  const mayFix = ({ state, checks }: ProductImportRow) =>
    imported.status === 'compared' && (state === 'refused' || checks.length > 0)
  return (
    <DataTable
      className="import-rows import-changes wrapped-cells"
      rows={rows}
      keyOf={({ row }) => String(row)}
      columns={[
        { head: 'Row', label: '', className: 'import-number', cell: ({ row }) => row },
        { head: 'Product', className: 'import-product', subject: (row) => <Product row={row} /> },
        {
          head: 'Changes',
          label: '',
          className: 'import-effect',
          cell: (row) => (
            <div className="min-w-0">
              <Changes row={row} headings={headings} />
              {row.reasons.map((reason) => (
                <p key={reason} className="field-error">
                  {reason}
                </p>
              ))}
              {mayFix(row) && rows[open ?? -1] === row && (
                <FixRow row={row} imported={imported} headings={headings} isBusy={isBusy} fix={fix} />
              )}
            </div>
          ),
        },
        {
          width: '11rem',
          actions: (row) =>
            mayFix(row) && (
              <RowActions
                row={row}
                isBusy={isBusy}
                fix={fix}
                isOpen={rows[open ?? -1] === row}
                onOpen={() => setOpen(rows.indexOf(row))}
              />
            ),
        },
      ]}
    />
  )
}

type RowProps = { row: ProductImportRow; headings: Map<string, string> }

function Product({ row: { productId, sku, name } }: Pick<RowProps, 'row'>) {
  const text = (
    <>
      {name} <span className="soft font-400">{sku || '–'}</span>
    </>
  )
  if (productId === null) return text
  return <Link to={href('/dashboard/manage-products/:id', { id: productId })}>{text}</Link>
}

/** So many changes are shown; the others are behind a press. */
const MOST_SHOWN = 3

function Changes({ row, headings }: RowProps) {
  const isMarked = ({ field }: { field: string }) => checkOf(field, row) !== undefined
  const changes = row.changes
    // The name of what is new stands beside it.
    .filter(({ field }) => field !== 'sku' && !(row.state === 'new' && field === 'name'))
    .sort((a, b) => Number(isMarked(b)) - Number(isMarked(a)))
  if (row.changes.length === 0) return row.state === 'unchanged' ? 'Nothing' : null
  const list = (changes: ProductImportRow['changes']) => (
    <ul>
      {changes.map(({ field, from, to, outcome, current }) => (
        <li key={field}>
          {field === 'onSale' ? 'On sale' : (headings.get(field) ?? field)}:{' '}
          {row.state !== 'new' && (
            <>
              <del>{valueText(field, from)}</del> <span aria-hidden="true">→</span>{' '}
            </>
          )}
          {isMarked({ field }) ? <mark>{valueText(field, to)}</mark> : <ins>{valueText(field, to)}</ins>}
          {(outcome === 'stale' || outcome === 'kept') && current !== undefined && (
            <strong> stays {valueText(field, current)}, which changed in the meantime</strong>
          )}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {row.checks.includes('category') && (
        <p>
          Category: <mark>{valueText('category', null)}</mark>
        </p>
      )}
      {list(changes.slice(0, MOST_SHOWN))}
      {changes.length > MOST_SHOWN && (
        <details>
          <summary>{changes.length - MOST_SHOWN} more</summary>
          {list(changes.slice(MOST_SHOWN))}
        </details>
      )}
    </>
  )
}

/** What makes a field worth a look. */
const checkOf = (field: string, { checks }: ProductImportRow) =>
  checks.find(
    (check) =>
      (check === 'price' && field === 'perPrice') ||
      (check === 'stock' && isStock(field)) ||
      (check === 'sku' && field === 'sku') ||
      (check === 'category' && field === 'category'),
  )

/** The field that a row is to be fixed in: that of a check, or which its reasons name first. */
function wrongField(row: ProductImportRow, { columns, fields }: ProductImport): string | undefined {
  const own = Object.keys(row.cells)
  const named = own.flatMap((field) => {
    const theirs = columns.find((column) => column.field === field)?.heading
    const ours = fields.find(({ name }) => name === field)?.heading ?? field
    // The unit is not said of a wrong value.
    const words = [ours, ours.replace(/ \(.*\)$/, ''), ...wordsOf(field)].map(plain)
    return row.reasons.map(plain).flatMap((reason) => [
      ...words.map((word) => ({ field, word, at: reason.indexOf(word) })),
      // A file may call it anything, so only where a reason begins.
      ...(theirs && reason.startsWith(plain(theirs)) ? [{ field, word: theirs, at: 0 }] : []),
    ])
  })
  // Of "Quantity" and "Quantity per box" the longer one is meant.
  named.sort((a, b) => a.at - b.at || b.word.length - a.word.length)
  return own.find((field) => checkOf(field, row)) ?? named.find(({ at }) => at >= 0)?.field
}

/** A text as words between spaces. */
const plain = (text: string) => ` ${text.toLowerCase()} `.replace(/[^\p{L}\d]+/gu, ' ')

/** Sends what is to be changed of a row. */
type Fix = (row: ProductImportRow, change: { cells?: Record<string, string>; restores?: boolean }) => void
type FixProps = { row: ProductImportRow; isBusy: boolean; fix: Fix }
type RowActionsProps = FixProps & { isOpen: boolean; onOpen: () => void }

/** Opens the cells of a row, confirms what it asks, or restores its deleted product. */
function RowActions({ row, isBusy, fix, isOpen, onOpen }: RowActionsProps) {
  const confirms = row.isConfirmable ? 'Confirm' : row.isRestorable ? 'Restore' : null
  return (
    <>
      <Button variant="quiet" aria-expanded={isOpen} onClick={onOpen}>
        Fix <span className="visually-hidden">row {row.row}</span>
      </Button>
      {confirms && (
        <Button variant="quiet" disabled={isBusy} onClick={() => fix(row, { restores: true })}>
          {confirms} <span className="visually-hidden">row {row.row}</span>
        </Button>
      )}
    </>
  )
}

/** Corrects the cells of a row in place; the wrong one comes first, and has the focus if it is known. */
function FixRow({ row, imported, headings, isBusy, fix }: FixProps & RowProps & { imported: ProductImport }) {
  const [cells, setCells] = useState(row.cells)
  const [first] = useState(() => wrongField(row, imported))
  const fields = Object.keys(cells).sort((a, b) => Number(b === first) - Number(a === first))
  return (
    <form
      ref={first === undefined ? focus : undefined}
      tabIndex={-1}
      className="import-mend grid gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        fix(row, { cells })
      }}
    >
      {fields.map((field) => (
        <Cell
          key={field}
          label={headings.get(field) ?? field}
          hasLines={kindOf(field) === 'lines'}
          hasFocus={field === first}
          text={cells[field] ?? ''}
          onType={(text) => setCells({ ...cells, [field]: text })}
        />
      ))}
      <Button type="submit" busy={isBusy}>
        Check again
      </Button>
    </form>
  )
}

type CellProps = {
  label: string
  hasLines: boolean
  hasFocus: boolean
  text: string
  onType: (text: string) => void
}

/** The field of a cell; one of a single line would drop paragraphs. */
function Cell({ label, hasLines, hasFocus, text, onType }: CellProps) {
  const id = useId()
  const Field = hasLines ? 'textarea' : 'input'
  const type = ({ target }: ChangeEvent<HTMLTextAreaElement & HTMLInputElement>) => onType(target.value)
  return (
    <label htmlFor={id}>
      <span className="field-label">{label}</span>
      <Field
        ref={hasFocus ? select : undefined}
        id={id}
        className="field-input"
        value={text}
        onChange={type}
      />
    </label>
  )
}

// What is typed there changes nothing.
const focus = (form: HTMLFormElement | null) => form?.focus()

const select = (field: (HTMLTextAreaElement & HTMLInputElement) | null) => {
  field?.focus()
  field?.select()
}
