import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { countOf } from '#shop/compared-files/compared-file.tsx'
import type { KnownTools } from '#shop/prices/admin/grid-lines.ts'
import { audienceName, whoseOf } from '#shop/prices/admin/prices-client.ts'
import type { PriceList } from '#shop/prices/price-list-json.server.ts'
import { Button } from '#ui/button.tsx'
import { SaveBar } from '#web/drafts/save-bar.tsx'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { PastePrices } from './paste-prices.tsx'
import { PriceFile } from './price-file.tsx'
import { PriceGrid } from './price-grid.tsx'
import { PriceListHead } from './price-list-head.tsx'
import { type StoredRows, usePriceRows } from './use-price-rows.ts'
import { WhatIsPaid } from './what-is-paid.tsx'

type PriceRowsEditorProps = {
  list: PriceList
  stored: StoredRows
  known: KnownTools
  categories: Category[]
}

/** A list with its rows, typed over in place and pasted from a spreadsheet; saved together, before they are published. */
export function PriceRowsEditor({ list, stored, known, categories }: PriceRowsEditorProps) {
  const { _id, name, contract } = list
  const whose = useMemo(() => whoseOf(list), [list])
  const rows = usePriceRows({ listId: _id, stored, categories, known, whose })
  const { message, other, changed, isBusy } = rows
  const [pasting, setPasting] = useState<string | null>(null)
  const [wanted, setWanted] = useState<{ key: number } | null>(null)
  const [sku, setSku] = useState('')
  const draft = { _id, name, contract, rows: rows.rows }
  const faulty = rows.rows.filter((row) => rows.errorOf(row) !== undefined)
  const want = (key: number) => setWanted({ key })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text') ?? ''
      const others = 'dialog[open], :is(input:not(.cell-input), textarea):focus'
      if (!/[\t\n;]/.test(text.trim()) || document.querySelector(others)) return
      event.preventDefault()
      setPasting(text)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  const undoByKey = (event: KeyboardEvent) => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
    if (!(event.target as Element).matches('.cell-input')) return
    event.preventDefault()
    rows.undo?.()
  }
  return (
    <>
      <UnsavedGuard isUnsaved={changed > 0} />
      <PriceListHead list={list} isUnsaved={changed > 0} />
      {list.overlap && (
        <p className="form-error callout" role="alert">
          The contract “{list.overlap.list}” covers {list.overlap.sku} too. The lower price counts until you
          change one of them.
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of all cells */}
      <div className="workbench" onKeyDown={undoByKey}>
        <section className="min-w-0" aria-label="Prices">
          <div className="justify-between row mb-8">
            <Button variant="quiet" disabled={isBusy} onClick={() => want(rows.add())}>
              Add a row
            </Button>
            <Button variant="quiet" disabled={isBusy} onClick={() => setPasting('')}>
              Paste rows
            </Button>
          </div>
          {message !== null && (
            <p className="form-error callout" role="alert">
              {message}
            </p>
          )}
          {other && (
            <p className="buttons mt-8">
              Their list has {other.rows.length.toLocaleString('en-US')} rows.
              <Button variant="quiet" onClick={() => void rows.saveOver()}>
                Save mine instead
              </Button>
              <Button variant="danger" onClick={() => void rows.takeOther()}>
                Drop mine
              </Button>
            </p>
          )}
          {rows.rows.length === 0 ? (
            <p className="panel">
              No prices yet. Paste rows of a spreadsheet here, or add a tool, a category or “All tools”: from
              how many pieces, and a price or a percentage off, such as 8.90 or 10 %.
            </p>
          ) : (
            <PriceGrid
              list={draft}
              state={rows}
              wanted={wanted}
              onWant={want}
              onFocus={({ target: { sku } }) => sku && rows.tools.get(sku) && setSku(sku)}
            />
          )}
          <SaveBar {...rows}>
            {faulty[0] ? (
              <Button variant="quiet" onClick={() => want(faulty[0]?.key ?? 0)}>
                {countOf(faulty.length, 'row')} to correct
              </Button>
            ) : (
              changed > 0 && 'Not saved yet'
            )}
          </SaveBar>
        </section>
        <aside className="surface px-16 py-12">
          <WhatIsPaid name={audienceName(list)} whose={whose} draft={draft} sku={sku} onSku={setSku} />
        </aside>
      </div>
      {pasting !== null && (
        <PastePrices
          listId={_id}
          text={pasting}
          onTaken={(pasted) => {
            const faulty = rows.take(pasted)
            if (faulty !== undefined) want(faulty)
            setPasting(null)
          }}
          onClose={() => setPasting(null)}
        />
      )}
      <PriceFile
        listId={_id}
        blocked={changed > 0 ? 'Save your changes before you import a file.' : null}
        onSave={rows.saveOthers}
      />
    </>
  )
}
