import { type ClipboardEvent, useState } from 'react'
import { RowPager, SHOWN } from '#shop/compared-files/compared-rows.tsx'
import { type NamedCategory, oddityOf, type RowDraft } from '#shop/prices/admin/row-drafts.ts'
import type { PriceListRow } from '#shop/prices/price-list-json.server.ts'
import { Button } from '#ui/button.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { PriceFile } from './price-file.tsx'
import { type KeyedDraft, usePriceRows } from './use-price-rows.ts'

type PriceRowsEditorProps = {
  listId: string
  stored: { version: number; rows: PriceListRow[] }
  categories: NamedCategory[]
}

/** The rows of a list, edited in place and pasted from a spreadsheet; saved together. */
export function PriceRowsEditor({ listId, stored, categories }: PriceRowsEditorProps) {
  const rows = usePriceRows(listId, stored, categories)
  const { drafts, errors, message, other } = rows
  const [start, setStart] = useState(0)
  const shown = drafts.slice(start, start + SHOWN)
  const faulty = drafts.findIndex(({ key }) => errors.has(key))
  return (
    <section className="price-section" aria-labelledby="price-rows">
      <h2 id="price-rows">Prices</h2>
      <p className="price-rows-note soft">
        A SKU, a category or “All tools”; from how many pieces; and a price or a percentage off,
        such as 8.90 or 10 %. Rows of a spreadsheet can be pasted into any box.
      </p>
      <UnsavedGuard isUnsaved={rows.isUnsaved} />
      {message !== null && (
        <p className="form-error callout" role="alert">
          {message}{' '}
          {faulty >= 0 && (
            <Button variant="quiet" onClick={() => setStart(faulty - (faulty % SHOWN))}>
              Show row {faulty + 1}
            </Button>
          )}
        </p>
      )}
      {other && (
        <p className="buttons gap-12 mt-12">
          Their list has {other.rows.length.toLocaleString('en-US')} rows.
          <Button variant="quiet" onClick={() => void rows.saveOver()}>
            Save mine instead
          </Button>
          <Button variant="danger" onClick={() => void rows.takeOther()}>
            Drop mine
          </Button>
        </p>
      )}
      <ResponsiveTable
        className="price-rows"
        columns={[
          'SKU or category',
          { name: 'From', className: 'col-quantity' },
          { name: 'Price or %', className: 'col-price' },
          { name: 'Remove', className: 'col-actions' },
        ]}
      >
        {shown.map((draft, index) => (
          <EditedRow
            key={draft.key}
            draft={draft}
            nr={start + index + 1}
            error={errors.get(draft.key)}
            onEdit={rows.edit}
            onPaste={rows.paste}
            onRemove={rows.remove}
          />
        ))}
      </ResponsiveTable>
      <RowPager start={start} count={drafts.length} onStart={setStart} />
      <p className="buttons gap-12 mt-12">
        <Button
          variant="quiet"
          onClick={() => {
            rows.add()
            setStart(drafts.length - (drafts.length % SHOWN))
          }}
        >
          Add a row
        </Button>
        <Button disabled={!rows.isUnsaved} busy={rows.isBusy} onClick={() => void rows.save()}>
          Save prices
        </Button>
        <span role="status">{rows.isUnsaved && 'Not saved yet'}</span>
      </p>
      <PriceFile
        listId={listId}
        blocked={rows.isUnsaved ? 'Save your changes before you import a file.' : null}
        onSave={rows.saveOthers}
      />
    </section>
  )
}

type EditedRowProps = {
  draft: KeyedDraft
  nr: number
  error: string | undefined
  onEdit: (key: number, part: Partial<RowDraft>) => void
  onPaste: (key: number, text: string) => boolean
  onRemove: (key: number) => void
}

function EditedRow({ draft, nr, error, onEdit, onPaste, onRemove }: EditedRowProps) {
  const { key } = draft
  const paste = (event: ClipboardEvent) => {
    if (onPaste(key, event.clipboardData.getData('text'))) event.preventDefault()
  }
  const oddity = oddityOf(draft)
  const box = (part: 'name' | 'from' | 'price', label: string) => (
    <input
      className="field-input"
      aria-label={`${label}, row ${nr}`}
      aria-invalid={error ? true : undefined}
      autoComplete="off"
      value={draft[part]}
      onPaste={paste}
      onChange={({ target }) => onEdit(key, { [part]: target.value })}
    />
  )
  return (
    <tr>
      <td data-label="SKU or category">
        {box('name', 'SKU or category')}
        {error && <small className="field-error">{error}</small>}
      </td>
      <td data-label="From">{box('from', 'From')}</td>
      <td data-label="Price or %">
        {box('price', 'Price or percentage')}
        {oddity && <small className="note">{oddity}</small>}
      </td>
      <td className="col-actions">
        <Button variant="quiet" aria-label={`Remove row ${nr}`} onClick={() => onRemove(key)}>
          Remove
        </Button>
      </td>
    </tr>
  )
}
