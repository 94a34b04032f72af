import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { workbook } from '#server/testing/workbooks.ts'
import { LARGEST_WORKBOOK_BYTES, WORKBOOK_TYPE } from './workbook-file.ts'

async function openReader() {
  const { app } = await openTestShop()
  return async (body: Uint8Array<ArrayBuffer>, type = WORKBOOK_TYPE) => {
    const response = await app.request(
      '/api/spreadsheets',
      { method: 'POST', body, headers: { 'Content-Type': type } },
      { incoming: { socket: { remoteAddress: '203.0.113.7' } } },
    )
    return { status: response.status, body: await response.json() }
  }
}

const bytes = (text: string) => new TextEncoder().encode(text)

test('anyone may have a workbook read', async () => {
  const read = await openReader()
  const file = workbook({ Order: [['FW-1013', 1250]], Notes: [['Thanks']] })
  expect(await read(new Uint8Array(file))).toEqual({
    status: 200,
    body: {
      sheets: [
        { name: 'Order', text: 'FW-1013\t1250\n', hidden: 0 },
        { name: 'Notes', text: 'Thanks\n', hidden: 0 },
      ],
      hiddenSheets: 0,
    },
  })
})

test('other, damaged and large files are refused', async () => {
  const read = await openReader()
  expect(await read(bytes('SKU,Quantity'))).toMatchObject({
    status: 415,
    body: { code: 'unsupported-type' },
  })
  expect((await read(bytes('PK'), 'text/plain')).status).toBe(415)
  expect(await read(bytes('PK\u0003\u0004 damaged'))).toMatchObject({
    status: 422,
    body: { code: 'damaged' },
  })
  expect((await read(new Uint8Array(LARGEST_WORKBOOK_BYTES + 1))).status).toBe(413)
})

test('a network may read 30 workbooks a minute', { tags: 'long' }, async () => {
  const read = await openReader()
  const statuses = []
  for (let count = 0; count < 31; count += 1) statuses.push((await read(bytes('no'))).status)
  expect(statuses.slice(29)).toEqual([415, 429])
})

test('a network with half-sent workbooks waits for itself and keeps nobody out', async () => {
  const { app } = await openTestShop()
  const read = async (remoteAddress: string, body: BodyInit) => {
    const headers = { 'Content-Type': WORKBOOK_TYPE }
    const request = { method: 'POST', body, headers, duplex: 'half' }
    return app.request('/api/spreadsheets', request, { incoming: { socket: { remoteAddress } } })
  }
  const ends: (() => void)[] = []
  const halfSent = () =>
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(bytes('PK'))
        ends.push(() => controller.close())
      },
    })
  const slow = Array.from({ length: 20 }, () => read('203.0.113.7', halfSent()))
  const file = new Uint8Array(workbook({ Order: [['FW-1013', 40]] }))
  expect((await read('203.0.113.8', file)).status).toBe(200)
  const own = read('203.0.113.7', file)
  for (const end of ends) end()
  expect((await own).status).toBe(200)
  expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([415]))
})
