import { useCallback, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { countOf } from '#shop/compared-files/compared-file.tsx'
import { comparePasted } from '#shop/price-file/compare-pasted.ts'
import type { ComparedPrices } from '#shop/price-file/compare-prices.server.ts'
import type { PastedRow } from '#shop/prices/admin/edited-rows.ts'
import { draftOf } from '#shop/prices/admin/row-drafts.ts'
import { noTool } from '#shop/prices/check-price-rows.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { LongInputField } from '#ui/forms/input-field.tsx'
import { useLoaded } from '#web/use-loaded.ts'

const NO_ROWS =
  'Headings can be changed here, as to SKU or Price. Without headings, rows are SKU, quantity and price.'

type PastePricesProps = {
  listId: string
  /** What was pasted into the page. */
  text: string
  onTaken: (rows: PastedRow[]) => void
  onClose: () => void
}

/** Says what is read of pasted rows before they are taken, all of them. */
export function PastePrices({ listId, text: pasted, onTaken, onClose }: PastePricesProps) {
  const [text, setText] = useState(pasted)
  const load = useCallback(() => comparePasted(listId, text), [listId, text])
  const { value: read, error, isLoading } = useLoaded(text.trim() === '' ? null : load)
  const rows = text.trim() === '' || error ? [] : (read?.compared ?? [])
  return (
    <ConfirmDialog
      title="Paste prices"
      action={`Take ${countOf(rows.length, 'row')}`}
      isHarmless
      busy={isLoading}
      disabled={rows.length === 0}
      error={error ? refusalText(error) : undefined}
      onConfirm={() => read && onTaken(rows.map((row) => pastedRow(row, read.columns)))}
      onCancel={onClose}
    >
      <LongInputField
        label="Rows of a spreadsheet"
        hint="SKU, quantity and price, or other columns with their headings."
        rows={8}
        value={text}
        onValue={setText}
      />
      <p role="status" className="font-600">
        {isLoading
          ? 'Reading …'
          : rows.length > 0
            ? summaryOf(rows)
            : read && [...read.questions, NO_ROWS].join(' ')}
      </p>
    </ConfirmDialog>
  )
}

type Compared = ComparedPrices['compared'][number]

/** What can't be read of a row stands in it as it was pasted. */
function pastedRow(row: Compared, columns: ComparedPrices['columns']): PastedRow {
  const { sku, category, all, state, reasons, isFaulty, cells } = row
  const draft = draftOf({ name: '', ...row })
  const written = (field: string) => cells[columns.findIndex((column) => column.field === field)]
  const problem = state === 'refused' ? reasons.join(' ') : null
  return {
    name: draft.name || (written('target') ?? ''),
    // One piece is also what stands for a quantity that can't be read.
    from: (isFaulty && draft.from === '1' && written('minQuantity')) || draft.from,
    price: draft.price || (written('perPrice') ?? ''),
    target: { sku, category, all },
    problem,
    fault: isFaulty && problem !== null ? problem : undefined,
  }
}

/** As “98 read, 1 unknown SKU, 1 without a price; 40 change a price of the list”. */
function summaryOf(rows: Compared[]): string {
  const refused = rows.filter(({ state }) => state === 'refused')
  const unknown = refused.filter(({ sku = '', reasons }) => reasons.includes(noTool(sku)))
  const unpriced = refused.filter((row) => !unknown.includes(row) && !row.perPrice && !row.percent)
  const others = refused.length - unknown.length - unpriced.length
  const skus = new Set(unknown.map(({ sku }) => sku)).size
  const changing = rows.filter(({ state }) => state === 'changed').length
  const parts = [
    [rows.length - refused.length, 'read'],
    [skus, skus === 1 ? 'unknown SKU' : 'unknown SKUs'],
    [unpriced.length, 'without a price'],
    [others, 'to be corrected'],
    [changing, 'changed'],
  ] as const
  const texts = parts.map(([count, what]) => `${count.toLocaleString('en-US')} ${what}`)
  return texts.filter((_, at) => at === 0 || parts[at]?.[0] !== 0).join(', ')
}
