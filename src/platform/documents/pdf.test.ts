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

test('a PDF may follow other lines, such as those of a printer', async () => {
  const pdf = await makePdf('x')
  const after = (text: string) => refusePdf(Buffer.concat([Buffer.from(text), pdf]))
  expect(after('\r\n')).toBeUndefined()
  expect(after('%!PS-Adobe-3.0 PDF-1.4\n')).toBeUndefined()
  expect(after('\x1b%-12345X@PJL ENTER LANGUAGE=PDF\n')).toBeUndefined()
  expect(after(`${' '.repeat(1024)}\n`)).toEqual({ refused: 'unsupported-type' })
})

test('only the trailer says that a PDF is encrypted', async () => {
  const text = 'stream\nHow to encrypt: /Encrypt 5 0 R\nendstream'
  const table = 'xref\n0 1\n0000000000 65535 f \ntrailer\n'
  const end = (at: number) => `\nstartxref\n${at}\n%%EOF\n`
  const fileOf = (body: string, trailer: string) =>
    Buffer.from(`%PDF-1.7\n${body}\n${trailer}${end(10 + body.length)}`, 'latin1')
  expect(refusePdf(fileOf(text, `${table}<< /Size 1 >>`))).toBeUndefined()
  expect(refusePdf(fileOf(text, `${table}<< /Size 1 /Encrypt 5 0 R >>`))).toEqual({
    refused: 'encrypted',
  })
  const stream = (entry: string) => `7 0 obj\n<< /Type /XRef ${entry} >>\nstream\nx\nendstream`
  expect(refusePdf(fileOf(text, stream('')))).toBeUndefined()
  expect(refusePdf(fileOf(text, stream('/Encrypt << /V 4 >>')))).toEqual({ refused: 'encrypted' })
})

test('a long run of one byte is checked like any other file', async () => {
  const pdf = await makePdf('x')
  for (const byte of [0x00, 0x20, 0x0a]) {
    const run = Buffer.alloc(10_000_000, byte)
    expect(refusePdf(run)).toEqual({ refused: 'unsupported-type' })
    expect(refusePdf(Buffer.concat([pdf.subarray(0, 200), run, pdf.subarray(200)]))).toBeUndefined()
    expect(refusePdf(Buffer.concat([pdf.subarray(0, 200), run]))).toEqual({ refused: 'damaged' })
  }
})
