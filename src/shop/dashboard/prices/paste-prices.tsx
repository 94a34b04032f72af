import { useEffect, useRef, useState } from 'react'
import { pastedRows } from '#shop/price-file/pasted-rows.ts'
import { comparePasted, type PastedRow } from '#shop/prices/admin/edited-rows.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { LongInputField } from '#ui/forms/input-field.tsx'
import type { PriceRowsState } from './use-price-rows.ts'

type PastePricesProps = {
  state: PriceRowsState
  /** What was pasted into the page. */
  text: string
  onTaken: (faulty: number | undefined) => void
  onClose: () => void
}

/** A drawer that says what is read of pasted rows before they are taken, all of them. */
export function PastePrices({ state, text: pasted, onTaken, onClose }: PastePricesProps) {
  const { rows, tools, targetOf, lookUp } = state
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState(pasted)
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('textarea')?.focus()
  }, [])
  const drafts = text.trim() === '' ? [] : pastedRows(text)
  const unknown = drafts.flatMap(({ name }) => {
    const { sku } = targetOf(name)
    return sku === undefined || tools.has(sku) ? [] : [sku]
  })
  const missing = [...new Set(unknown)].join()
  const [failed, setFailed] = useState('')
  useEffect(() => {
    if (missing !== '') lookUp(missing.split(',')).catch(() => setFailed(missing))
  }, [missing, lookUp])
  const compared = comparePasted(drafts, rows, {
    targetOf,
    isKnown: (sku) => Boolean(tools.get(sku)),
  })
  const isReading = missing !== '' && failed !== missing
  const count = drafts.length.toLocaleString('en-US')
  return (
    <Drawer id="paste-prices" title="Paste prices" dialog={dialog} onClose={onClose}>
      <div className="paste-prices stack px-16 py-12">
        <LongInputField
          label="Rows of a spreadsheet"
          hint="SKU, quantity and price, or other columns with their headings."
          rows={8}
          value={text}
          onValue={setText}
        />
        <p role="status" className="font-600">
          {isReading ? 'Reading …' : drafts.length > 0 && summaryOf(compared)}
        </p>
        {compared.some(({ problem }) => problem !== null) && (
          <p>Rows to be corrected come first in the list, each with its reason.</p>
        )}
        <div className="buttons">
          <Button
            disabled={drafts.length === 0 || isReading}
            onClick={() => {
              dialog.current?.close()
              onTaken(state.paste(compared))
            }}
          >
            Take {count} {drafts.length === 1 ? 'row' : 'rows'}
          </Button>
          <Button variant="quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </div>
      </div>
    </Drawer>
  )
}

/** As “98 read, 1 unknown SKU, 1 without a price; 40 change a price of the list”. */
function summaryOf(rows: PastedRow[]): string {
  const faulty = rows.filter(({ problem }) => problem !== null)
  const count = (some: PastedRow[]) => some.length.toLocaleString('en-US')
  const unknown = faulty.filter(({ isUnknown }) => isUnknown)
  const unpriced = faulty.filter((row) => !unknown.includes(row) && row.price.trim() === '')
  const others = faulty.filter((row) => !unknown.includes(row) && !unpriced.includes(row))
  const changing = rows.filter(({ row, price }) => row && row.price !== price)
  const parts = [
    `${count(rows.filter(({ problem }) => problem === null))} read`,
    unknown.length > 0 && `${count(unknown)} unknown ${unknown.length === 1 ? 'SKU' : 'SKUs'}`,
    unpriced.length > 0 && `${count(unpriced)} without a price`,
    others.length > 0 && `${count(others)} to be corrected`,
  ]
  const changes = changing.length > 0 ? `; ${count(changing)} change a price of the list` : ''
  return parts.filter(Boolean).join(', ') + changes
}
