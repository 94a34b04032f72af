import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readParts } from './multipart.ts'

const type = (boundary: string) => `multipart/form-data; boundary=${boundary}`
const partsOf = (body: string, boundary = 'x') =>
  readParts(Buffer.from(body, 'latin1'), type(boundary))?.map(({ name, isFile, content }) => [
    ...[name, isFile, Buffer.from(content).toString('latin1')],
  ]) ?? null

const disposition = 'Content-Disposition: form-data; name="image"'

test('forms written by the platform are read back byte for byte', async () => {
  const file = fc.record({ name: fc.stringMatching(/^\w+$/), content: fc.uint8Array() })
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 4 }), async (files) => {
      const form = new FormData()
      for (const { name, content } of files) form.append(name, new Blob([content.slice()]), 'f')
      const sent = new Response(form)
      const contentType = sent.headers.get('Content-Type') ?? ''
      const parts = readParts(Buffer.from(await sent.arrayBuffer()), contentType)
      expect(parts?.map(({ name, content }) => ({ name, content: [...content] }))).toEqual(
        files.map(({ name, content }) => ({ name, content: [...content] })),
      )
    }),
  )
})

test('random bytes never throw', () => {
  const pieces = fc.constantFrom('--x', '\r\n', '--', disposition, '; filename="', '\u0000')
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string())), (texts) => {
      partsOf(texts.join(''))
    }),
  )
})

test('files, texts and empty fields are read with their names', () => {
  const one = `--x\r\n${disposition}; filename="a; name=b.png"\r\n\r\nbytes\r\n--x--\r\n`
  expect(partsOf(one)).toEqual([['image', true, 'bytes']])
  expect(partsOf(one, '"x"; charset=utf-8')).toEqual([['image', true, 'bytes']])
  expect(partsOf(`--x\r\n${disposition}\r\n\r\n\r\n--x--`)).toEqual([['image', false, '']])
  const two = `--x\r\n${disposition}\r\n\r\n1\r\n--x\r\n${disposition}\r\n\r\n\r\n2--x\r\n--x--`
  expect(partsOf(two)).toEqual([
    ['image', false, '1'],
    ['image', false, '\r\n2--x'],
  ])
  expect(partsOf('--x--')).toEqual([])
})

test('truncated and malformed bodies return null', () => {
  const whole = `--x\r\n${disposition}\r\n\r\nbytes\r\n--x--`
  for (let length = 0; length < whole.length; length++) {
    expect(partsOf(whole.slice(0, length)), `${length} characters`).toBeNull()
  }
  expect(partsOf(whole, 'y')).toBeNull()
  expect(partsOf(whole, '')).toBeNull()
  expect(readParts(Buffer.from(whole), 'multipart/form-data')).toBeNull()
  expect(partsOf('--x\r\n\r\nbytes\r\n--x--')).toBeNull()
})
