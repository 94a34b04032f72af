import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { BYTE_ORDER_MARK, csvRows } from '#platform/csv.ts'
import { canInstallDebianPackages, installDebianPackages } from '#platform/testing/debian-packages.ts'
import { writeTexts } from '#shop/tables/files/write-workbook.server.ts'
import { catalogue, compareFile, exported } from './testing/exported-products.ts'

const OFFICE = '/usr/bin/soffice'
// Separator, quotes, UTF-8 and the first row.
const CSV = '44,34,76,1'
// As the dialog offers it, because LibreOffice otherwise reads 0017 as 17.
const ALL_TEXT = Array.from({ length: 40 }, (_, at) => `${at + 1}/2`).join('/')

const products = fc.sample(catalogue, { numRuns: 40, seed: 38 }).flat()
const unique = [...new Map(products.map((product) => [product.sku, product])).values()]

for (const [from, to] of [
  ['csv', 'csv'],
  ['csv', 'xlsx'],
  ['xlsx', 'xlsx'],
  ['xlsx', 'csv'],
] as const)
  test(`an untouched export as ${from} changes nothing after LibreOffice saved it as ${to}`, async ({
    skip,
  }) => {
    if (!existsSync(OFFICE)) {
      if (!canInstallDebianPackages()) return skip('LibreOffice needs root on Debian or Ubuntu')
      installDebianPackages('libreoffice-calc')
    }
    const rows = exported(unique)
    const bytes = from === 'csv' ? BYTE_ORDER_MARK + csvRows(rows, 'comma') : await writeTexts(rows)
    const compared = await compareFile(savedByOffice(bytes, from, to), unique)
    expect(compared.filter(({ state }) => state !== 'unchanged')).toEqual([])
    expect(compared).toHaveLength(unique.length)
  })

function savedByOffice(bytes: string | Uint8Array, from: string, to: string) {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-office-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'saved'))
  const file = join(folder, `products.${from}`)
  writeFileSync(file, bytes)
  const filter = to === 'csv' ? `csv:Text - txt - csv (StarCalc):${CSV}` : to
  const reads = from === 'csv' ? [`--infilter=CSV:${CSV},${ALL_TEXT}`] : []
  execFileSync(OFFICE, [
    '--headless',
    `-env:UserInstallation=file://${folder}/profile`,
    ...reads,
    ...['--convert-to', filter, '--outdir', join(folder, 'saved'), file],
  ])
  return new Uint8Array(readFileSync(join(folder, 'saved', `products.${to}`)))
}
