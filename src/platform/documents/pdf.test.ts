import { expect, test } from 'vitest'
import { pdf as makePdf } from '#server/testing/documents.ts'
import { refusePdf } from './pdf.server.ts'

test('a whole PDF is accepted', async () => {
  expect(refusePdf(await makePdf('x'))).toBeUndefined()
  expect(refusePdf(Buffer.concat([await makePdf('x'), Buffer.from('\r\n')]))).toBeUndefined()
})

test('files that PDF viewers can’t open are refused', async () => {
  const pdf = await makePdf('x')
  const html = Buffer.from('<html><script>alert(1)</script></html>')
  expect(refusePdf(html)).toEqual({ refused: 'unsupported-type' })
  expect(refusePdf(Buffer.concat([html, pdf]))).toEqual({ refused: 'unsupported-type' })
  expect(refusePdf(Buffer.from('%PDF-1.7\nnothing'))).toEqual({ refused: 'damaged' })
  expect(refusePdf(pdf.subarray(0, pdf.length / 3))).toEqual({ refused: 'damaged' })
  const encrypted = await makePdf('x', { userPassword: 'x', ownerPassword: 'y' })
  expect(refusePdf(encrypted)).toEqual({ refused: 'encrypted' })
})
