import { utils, write } from '@e965/xlsx'

/** Writes rows as cells of text, so that no program changes `0017` or `3/8`. Runs in a worker. */
export function writeTexts(rows: string[][], sheet = 'Products'): Promise<Uint8Array> {
  // Empty cells are left out; `@` keeps a text when it is edited.
  const cells = rows.map((row) => row.map((v) => (v === '' ? null : { v, t: 's', z: '@' })))
  const book = utils.book_new(utils.aoa_to_sheet(cells, { dense: true }), sheet)
  const options = { type: 'buffer', compression: true } as const
  return Promise.resolve(write(book, options))
}
