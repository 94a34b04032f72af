import { inflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { content, invoice, line } from '#server/testing/document-contents.ts'
import type { DocumentLine } from '#shop/documents/document-content.server.ts'
import { renderPdf } from './render-pdf.server.ts'

const read = (bytes: Buffer) => getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise

test('an invoice names seller, buyer, lines and amounts', async () => {
  const pdf = await read(await renderPdf(invoice()))
  const page = await pdf.getPage(1)
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str : '')).join('\n')
  for (const part of [
    'Invoice INV-2026-00001',
    'Forgewell',
    'Tax ID 12-3',
    'Vans & Co <b>',
    // No font has every script; a missing glyph would break PDF/A.
    'Jane ? Buyer',
    'November 22, 2026',
    'Słotted hammer',
    'FW-1013',
    'sales@example.com',
    'Bill to',
    'Ship to',
    'Order number',
    'FW-10001',
    'PO number',
    'PO-7',
    'Visa ending in 4242',
    '1,200',
    '$12.50',
    '$15,000.00',
    'Sales tax, 8.25 %',
    '$1,237.50',
    '$16,237.50',
    'page 1 of 1',
  ]) {
    expect(text).toContain(part)
  }
})

test('the letterhead shows a long name of the seller whole, smaller and in two lines if need be', async () => {
  const names = [
    'Forgewell Werkzeuge GmbH',
    `${'Manufacture of planes and irons '.repeat(2)}Ltd`.slice(0, 60),
  ]
  for (const name of names) {
    const pdf = await read(await renderPdf(invoice({ seller: { ...content.seller, name } })))
    const { items } = await (await pdf.getPage(1)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    expect(text.replaceAll(/\s+/g, ' ').split(name.trim()), name).toHaveLength(3)
  }
})

test('the same invoice has the same bytes', async () => {
  expect(await renderPdf(invoice())).toEqual(await renderPdf(invoice()))
})

test('the file declares PDF/A-2a and PDF/UA-1, is tagged and embeds its fonts and colour profile', async () => {
  const bytes = await renderPdf(invoice())
  const file = bytes.toString('latin1')
  expect(file.startsWith('%PDF-1.7')).toBe(true)
  expect(file).toMatch(/<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>A</)
  expect(file).toContain('<pdfuaid:part>1<')
  // PDF/A allows a property of another schema only where the file describes that schema.
  expect(file).toMatch(/<pdfaSchema:prefix>pdfuaid<[\s\S]*<pdfaProperty:name>part</)
  expect(file).toMatch(/<dc:title>[\s\S]*Invoice INV-2026-00001<[\s\S]*<\/dc:title>/)
  expect(file).toMatch(/\/DisplayDocTitle true/)
  expect(file).toMatch(/\/Tabs \/S/)
  expect(file).toContain('/S /GTS_PDFA1')
  expect(file).toMatch(/\/Lang \(en-US\)/)
  expect(file).toMatch(/\/Marked true/)
  expect(file).toMatch(/\/ID \[<[\da-f]+> <[\da-f]+>\]/)
  expect(file).not.toMatch(/\/Encrypt|\/JavaScript|\/Helvetica/)
  const fonts = file.match(/\/Type \/FontDescriptor/g)?.length ?? 0
  expect(fonts).toBe(2)
  expect(file.match(/\/FontFile2/g)).toHaveLength(fonts)
  // Text that is copied or read aloud comes from here.
  expect(file.match(/\/ToUnicode/g)).toHaveLength(fonts)
  expect(file.match(/\/CIDToGIDMap \/Identity/g)).toHaveLength(fonts)
  const pdf = await read(bytes)
  const { info } = (await pdf.getMetadata()) as { info: Record<string, unknown> }
  expect(info).toMatchObject({ Title: 'Invoice INV-2026-00001' })
  const tree = await (await pdf.getPage(1)).getStructTree()
  const roles: string[] = []
  const walk = (node: { role?: string; children?: unknown[] }) => {
    if (node.role) roles.push(node.role)
    for (const child of node.children ?? []) walk(child as never)
  }
  walk(tree as never)
  expect(roles).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']))
})

test('headings begin with the first, and each row of the table has a head and the same cells', async () => {
  const file = (await renderPdf(invoice({ lines: linesOf(40) }))).toString('latin1')
  const objects = new Map(
    [...file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id = '', body = '']) => [id, body]),
  )
  const elements = [...objects.values()].filter((body) => /^\/P \d+ 0 R$/m.test(body))
  const roleOf = (body = '') => /^\/S \/(\w+)$/m.exec(body)?.[1]
  const roles = elements.map(roleOf)
  expect(roles.filter((role) => role === 'H1')).toHaveLength(1)
  expect(new Set(roles)).toEqual(new Set(['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']))
  const rows = elements.filter((body) => roleOf(body) === 'TR')
  expect(rows).toHaveLength(1 + 40 + 3)
  for (const row of rows) {
    const kids = /\/K \[([\s\S]*?)\]/.exec(row)?.[1] ?? ''
    const cells = [...kids.matchAll(/(\d+) 0 R/g)].map(([, id = '']) => roleOf(objects.get(id)))
    expect(cells).toHaveLength(5)
    expect(cells[0]).toBe('TH')
  }
  for (const head of elements.filter((body) => roleOf(body) === 'TH')) {
    expect(head).toMatch(/\/O \/Table\s+\/Scope \/(Column|Row)/)
  }
})

test('all drawn content is tagged or an artifact', async () => {
  const file = await renderPdf(invoice())
  const text = file.toString('latin1')
  const streams = [...text.matchAll(/\/Length (\d+)[^>]*?\/Filter \/FlateDecode[^>]*?>>\s*stream\n/g)]
  const contents = streams
    .map((match) => {
      const from = match.index + match[0].length
      return inflateSync(file.subarray(from, from + Number(match[1]))).toString('latin1')
    })
    .filter((content) => /\bBT\b/.test(content))
  expect(contents).toHaveLength(1)
  let depth = 0
  for (const operator of (contents[0] ?? '').match(/\b(BDC|BMC|EMC|BT|S)\b/g) ?? []) {
    if (operator === 'BDC' || operator === 'BMC') depth++
    else if (operator === 'EMC') depth--
    else expect(depth).toBe(1)
  }
  expect(depth).toBe(0)
})

test('paper follows the buyer’s country, and 200 lines take several pages', async () => {
  const lines = linesOf(200)
  const a4 = await read(await renderPdf(invoice({ lines })))
  expect(a4.numPages).toBeGreaterThan(5)
  expect((await a4.getPage(1)).view).toEqual([0, 0, 595.28, 841.89])
  for (let number = 1; number < a4.numPages; number += 1) {
    const { items } = await (await a4.getPage(number)).getTextContent()
    const texts = items.map((item) => ('str' in item ? item.str : ''))
    for (const head of ['Product', 'SKU', 'Quantity', 'Price each', 'Total']) {
      expect(texts.filter((text) => text === head)).toHaveLength(1)
    }
  }
  const american = { ...content.buyer, country: 'United States of America' }
  const letter = await read(await renderPdf(invoice({ buyer: american })))
  expect((await letter.getPage(1)).view).toEqual([0, 0, 612, 792])
})

test('about eighteen lines fit on the first page, and the totals always follow two lines', async () => {
  // Letters of the first font, which is faster.
  const buyer = { ...content.buyer, name: 'Jane Buyer' }
  const lines = linesOf(60).map((one) => ({ ...one, productName: 'Ball Pein Hammer 500 g' }))
  for (let count = 18; count <= 28; count += 1) {
    const layout = invoice({ buyer, lines: lines.slice(0, count) })
    const pdf = await read(await renderPdf(layout))
    if (count === 18) expect(pdf.numPages).toBe(1)
    const { items } = await (await pdf.getPage(pdf.numPages)).getTextContent()
    const texts = items.map((item) => ('str' in item ? item.str : ''))
    for (const end of ['Net', '$16,237.50', 'page']) {
      expect(texts.some((text) => text.includes(end))).toBe(true)
    }
    expect(texts.filter((text) => text === line.sku).length).toBeGreaterThanOrEqual(2)
  }
})

function linesOf(count: number): DocumentLine[] {
  return Array.from({ length: count }, () => line)
}
