import type { ProductImport, ProductImportRow } from '#shop/imports/import-json.server.ts'

const column = { name: 'SKU', heading: 'SKU', field: 'sku', sample: 'A-1', decimalMark: null }

/** A compared import as the API answers with it. */
export const compared: ProductImport = {
  _id: '1',
  status: 'compared',
  file: 'a.csv',
  who: 'owen',
  at: '',
  mode: 'change',
  makesCategories: false,
  finishedAt: null,
  columns: [column],
  fields: [
    { name: 'sku', heading: 'SKU' },
    { name: 'perPrice', heading: 'Price' },
    { name: 'quantity', heading: 'Can be ordered' },
  ],
  notes: [],
  values: {},
  newCategories: [],
  questions: [],
  problem: null,
  done: 0,
  stale: 0,
  waitsFor: null,
  version: 1,
  counts: { new: 0, changed: 1, unchanged: 0, refused: 0 },
  checks: { rows: 0, price: 0, stock: 0, sku: 0, category: 0, stale: 0 },
}

/** A row whose price, or stock, jumps. */
export function rowToCheck(row: number, check: 'price' | 'stock'): ProductImportRow {
  const field = check === 'price' ? 'perPrice' : 'quantity'
  const to = check === 'price' ? 130 : 0
  return {
    row,
    sku: `A-${row}`,
    name: `Square ${row}`,
    state: 'changed',
    reasons: [],
    changes: [{ field, from: 13, to }],
    warnings: [check],
    checks: [check],
    cells: { sku: `A-${row}`, perPrice: '130', quantity: '0' },
    productId: `p${row}`,
    isRestorable: false,
    isConfirmable: false,
  }
}
