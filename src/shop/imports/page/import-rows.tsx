import { type ChangeEvent, useId, useState } from 'react'
import { href, Link } from 'react-router'
import type { ProductImport, ProductImportRow } from '#shop/imports/import-json.server.ts'
import { kindOf } from '#shop/imports/store/import-fields.ts'
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
  return (
    <DataTable
      className="import-rows"
      rows={rows}
      keyOf={({ row }) => String(row)}
      columns={[
        { head: 'Row', className: 'import-number', cell: ({ row }) => row },
        {
          head: 'SKU',
          className: 'import-sku',
          subject: ({ productId, sku }) =>
            productId === null ? (
              sku || '–'
            ) : (
              <Link
                to={href('/dashboard/manage-products/:id', { id: productId })}
                className="text-link"
              >
                {sku}
              </Link>
            ),
        },
        {
          head: 'Changes',
          cell: (row) => (
            <div className="import-effect min-w-0">
              <Changes row={row} headings={headings} />
              {row.reasons.map((reason) => (
                <p key={reason} className="field-error">
                  {reason}
                </p>
              ))}
              {(row.state === 'refused' || row.isConfirmable) && imported.status === 'compared' && (
                <MendRow imported={imported} row={row} headings={headings} />
              )}
            </div>
          ),
        },
      ]}
    />
  )
}

type RowProps = { row: ProductImportRow; headings: Map<string, string> }

function Changes({ row: { changes, state, warnings }, headings }: RowProps) {
  const shown = changes.filter(({ field }) => field !== 'sku')
  if (changes.length === 0) return state === 'unchanged' ? 'Nothing' : null
  const isMarked = (field: string) =>
    (field === 'perPrice' && warnings.includes('price')) ||
    (isStock(field) && warnings.includes('stock'))
  return (
    <ul>
      {shown.map(({ field, from, to, outcome, current }) => (
        <li key={field}>
          {field === 'onSale' ? 'On sale' : (headings.get(field) ?? field)}:{' '}
          {state !== 'new' && (
            <>
              <del>{valueText(field, from)}</del> <span aria-hidden="true">→</span>{' '}
            </>
          )}
          {isMarked(field) ? (
            <mark>{valueText(field, to)}</mark>
          ) : (
            <ins>{valueText(field, to)}</ins>
          )}
          {(outcome === 'stale' || outcome === 'kept') && current !== undefined && (
            <strong> stays {valueText(field, current)}, which changed in the meantime</strong>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Corrects the cells of a refused row in place, or restores its deleted product. */
function MendRow({ imported, row, headings }: RowProps & { imported: ProductImport }) {
  const { isBusy, change } = useChange()
  const [isOpen, setOpen] = useState(false)
  const [cells, setCells] = useState(row.cells)
  const send = (json: { cells?: Record<string, string>; restores?: boolean }) => {
    const param = { id: imported._id, row: String(row.row) }
    return change(importsApi[':id'].rows[':row'].$put({ param, json }))
  }
  return (
    <>
      <div className="import-actions buttons">
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Fix <span className="visually-hidden">row {row.row}</span>
        </Button>
        {row.isConfirmable && (
          <Button variant="quiet" busy={isBusy} onClick={() => send({ restores: true })}>
            Confirm <span className="visually-hidden">row {row.row}</span>
          </Button>
        )}
        {row.isRestorable && (
          <Button variant="quiet" busy={isBusy} onClick={() => send({ restores: true })}>
            Restore <span className="visually-hidden">the product of row {row.row}</span>
          </Button>
        )}
      </div>
      {isOpen && (
        <form
          className="import-mend grid gap-12"
          onSubmit={(event) => {
            event.preventDefault()
            void send({ cells })
          }}
        >
          {Object.entries(cells).map(([field, text]) => (
            <Cell
              key={field}
              label={headings.get(field) ?? field}
              hasLines={kindOf(field) === 'lines'}
              text={text}
              onType={(text) => setCells({ ...cells, [field]: text })}
            />
          ))}
          <Button type="submit" busy={isBusy}>
            Check again
          </Button>
        </form>
      )}
    </>
  )
}

type CellProps = {
  label: string
  hasLines: boolean
  text: string
  onType: (text: string) => void
}

/** The field of a cell; one of a single line would drop paragraphs. */
function Cell({ label, hasLines, text, onType }: CellProps) {
  const id = useId()
  const Field = hasLines ? 'textarea' : 'input'
  const type = ({ target }: ChangeEvent<HTMLTextAreaElement & HTMLInputElement>) =>
    onType(target.value)
  return (
    <label htmlFor={id}>
      <span className="field-label">{label}</span>
      <Field id={id} className="field-input" value={text} onChange={type} />
    </label>
  )
}
