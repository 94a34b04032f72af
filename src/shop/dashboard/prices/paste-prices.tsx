import { useCallback, useEffect, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { countOf } from '#shop/compared-files/compared-file.tsx'
import { FileColumns, mappingOf } from '#shop/compared-files/file-columns.tsx'
import { comparePasted } from '#shop/price-file/compare-pasted.ts'
import type { ComparedPrices } from '#shop/price-file/compare-prices.server.ts'
import type { PastedRow } from '#shop/prices/admin/edited-rows.ts'
import { draftOf } from '#shop/prices/admin/row-drafts.ts'
import { noTool } from '#shop/prices/check-price-rows.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { LongInputField } from '#ui/forms/input-field.tsx'
import { useLoaded } from '#web/use-loaded.ts'

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
  const [wanted, setWanted] = useState({ text, mapping: {} })
  useEffect(() => {
    const timer = setTimeout(
      () => setWanted((now) => (now.text === text ? now : { text, mapping: {} })),
      300,
    )
    return () => clearTimeout(timer)
  }, [text])
  const load = useCallback(
    () => comparePasted(listId, wanted.text, wanted.mapping),
    [listId, wanted],
  )
  const { value: read, error, isLoading } = useLoaded(wanted.text.trim() === '' ? null : load)
  const isReading = isLoading || wanted.text !== text
  const rows = text.trim() === '' || error ? [] : (read?.compared ?? [])
  return (
    <ConfirmDialog
      title="Paste prices"
      action={`Take ${countOf(rows.length, 'row')}`}
      isHarmless
      busy={isReading}
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
        {isReading ? 'Reading …' : rows.length > 0 && summaryOf(rows)}
      </p>
      {read && read.questions.length > 0 && (
        <FileColumns
          file={read}
          isBusy={isReading}
          onChoose={(fields) => setWanted({ text, mapping: mappingOf(read.columns, fields) })}
        />
      )}
    </ConfirmDialog>
  )
}

type Compared = ComparedPrices['compared'][number]

/** What can't be read of a row stands in it as it was pasted. */
function pastedRow(row: Compared, columns: ComparedPrices['columns']): PastedRow {
  const { sku, category, all, state, reasons, cells } = row
  const { name, from, price } = draftOf({ name: '', ...row })
  const written = (field: string) => cells[columns.findIndex((column) => column.field === field)]
  return {
    name: name || (written('target') ?? ''),
    from,
    price: price || (written('perPrice') ?? ''),
    target: { sku, category, all },
    problem: state === 'refused' ? reasons.join(' ') : null,
  }
}

/** As “98 read, 1 unknown SKU, 1 without a price; 40 change a price of the list”. */
function summaryOf(rows: Compared[]): string {
  const [read, refused] = [rows.filter(isRead), rows.filter((row) => !isRead(row))]
  const unknown = refused.filter(({ sku = '', reasons }) => reasons.includes(noTool(sku)))
  const unpriced = refused.filter((row) => !unknown.includes(row) && !row.perPrice && !row.percent)
  const others = refused.length - unknown.length - unpriced.length
  const changing = rows.filter(({ state }) => state === 'changed').length
  const count = (count: number, what: string) =>
    count > 0 && `${count.toLocaleString('en-US')} ${what}`
  const parts = [
    `${read.length.toLocaleString('en-US')} read`,
    unknown.length > 0 && countOf(unknown.length, 'unknown SKU'),
    count(unpriced.length, 'without a price'),
    count(others, 'to be corrected'),
  ]
  const changes = changing > 0 ? `; ${count(changing, 'change a price of the list')}` : ''
  return parts.filter(Boolean).join(', ') + changes
}

const isRead = ({ state }: Compared) => state !== 'refused'
