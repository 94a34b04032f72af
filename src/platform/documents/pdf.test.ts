import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { rewritePdf } from './pdf.server.ts'
import { rewritePdfInWorker } from './pdf-worker.server.ts'

async function makePdf(
  change: (document: PDFDocument) => unknown = () => {},
  useObjectStreams = true,
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage([300, 200]).drawText('Data sheet')
  await change(document)
  return document.save({ useObjectStreams })
}

test('a document is rewritten with its pages and links', async () => {
  const bytes = await makePdf((document) => {
    const link = document.context.obj({ S: 'URI', URI: PDFString.of('https://example.com/') })
    document.getPage(0).node.set(PDFName.of('A'), link)
  })
  const rewritten = await rewritePdf(bytes)
  if ('refused' in rewritten) throw new Error(rewritten.refused)
  const read = await PDFDocument.load(rewritten.bytes)
  expect(read.getPageCount()).toBe(1)
  expect(Buffer.from(rewritten.bytes).toString('latin1')).toContain('https://example.com/')
  // What follows the document, or hides in an older revision of it, is not stored.
  const behind = Buffer.concat([bytes, Buffer.from('\n<script>alert(1)</script>')])
  const clean = await rewritePdf(behind)
  expect('bytes' in clean && Buffer.from(clean.bytes).includes('<script>')).toBe(false)
})

test('an unreadable PDF is refused', async () => {
  const pdf = await makePdf()
  const html = Buffer.from('<html><script>alert(1)</script></html>')
  expect(await rewritePdf(html)).toEqual({ refused: 'unsupported-type' })
  expect(await rewritePdf(Buffer.concat([html, pdf]))).toEqual({ refused: 'unsupported-type' })
  expect(await rewritePdf(Buffer.from('%PDF-1.7\nnothing'))).toEqual({ refused: 'damaged' })
  expect(await rewritePdf(pdf.slice(0, pdf.length / 3))).toEqual({ refused: 'damaged' })
  const document = await PDFDocument.load(pdf)
  document.encrypt({ userPassword: 'x', ownerPassword: 'y' })
  expect(await rewritePdf(await document.save())).toEqual({ refused: 'encrypted' })
})

test('a file that unpacks to gigabytes ends only its own process', {
  timeout: 60_000,
}, async () => {
  // Twice compressed: a few KB that unpack to 2 GB.
  const inner = deflateSync(Buffer.alloc(64 * 1024 * 1024))
  const packed = deflateSync(Buffer.concat(Array.from({ length: 1 }, () => inner)))
  const objects = Array.from(
    { length: 32 },
    (_, place) =>
      `${place + 1} 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode] /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream\nendobj\n`,
  )
  const bomb = Buffer.from(`%PDF-1.7\n${objects.join('')}`, 'latin1')
  expect(bomb.length).toBeLessThan(1024 * 1024)
  expect(await rewritePdfInWorker(bomb)).toEqual({ refused: 'damaged' })
})
