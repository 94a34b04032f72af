import { randomUUID } from 'node:crypto'
import { callApi, type Received, tokenOf } from '#prove/security/client.ts'
import { BUYERS, PRODUCTS } from '#prove/seed.ts'
import { blackPng } from '#server/testing/images.ts'
import { workbook } from '#server/testing/workbooks.ts'
import type { Order } from '#shop/orders/order.ts'

/** The costliest valid requests that wait for one queue. */
export type QueuedWork = { name: string; requests: (() => Promise<Received>)[] }

const LINES = 200
const PRINTED = 60
const LABELS = 210
const ROWS = 60_000
const MB = 1_000_000
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Plants orders, and returns the costliest requests for PDFs, workbooks, images and uploaded files. */
export async function queuedWork(url: string, isShort: boolean): Promise<QueuedWork[]> {
  const token = await tokenOf(0)
  const buyers = isShort ? 2 : 4
  const each = isShort ? 3 : 10
  const confirmations: (() => Promise<Received>)[] = []
  const zips: (() => Promise<Received>)[] = []
  for (let buyer = 1; buyer <= buyers; buyer++) {
    const bearer = { token: await tokenOf(buyer) }
    const { number } = await placeOrder(url, buyer, LINES)
    const path = `/documents/confirmation/${number}`
    for (let count = 0; count < each; count++) confirmations.push(() => callApi(url, 'GET', path, bearer))
    const body = { orderIds: [number] }
    zips.push(() => callApi(url, 'POST', '/documents/zip', { ...bearer, body }))
  }
  const orderIds: string[] = []
  for (let order = 0; order < PRINTED; order++)
    orderIds.push((await placeOrder(url, BUYERS - (order % 10), 2))._id)
  const ids = Array.from({ length: LABELS }, (_, index) => PRODUCTS[index % PRODUCTS.length])
  const post = (path: string, body: object) => () => callApi(url, 'POST', path, { token, body })
  const rows = Array.from({ length: ROWS }, (_, row) => [`FW-${row}`, row])
  const strings = workbook({ Order: rows })
  const read = () =>
    callApi(url, 'POST', '/spreadsheets', {
      raw: strings,
      headers: { 'Content-Type': WORKBOOK },
    })
  const image = (bytes: Buffer) => uploadOf(url, '/images', 'image', bytes, token)
  const document = (bytes: Buffer) => uploadOf(url, '/productDocuments', 'document', bytes, token)
  const bitmap = await image(blackPng(4_000, 5_000))
  const runs = [0x00, 0x20, 0x0a].map(async (byte) => ({
    name: `10 MB of the byte ${byte}`,
    requests: [
      await document(pdfWith(byte)),
      await document(Buffer.alloc(10 * MB, byte)),
      await image(Buffer.alloc(5 * MB, byte)),
    ],
  }))
  return [
    { name: 'confirmations of 200 lines', requests: confirmations },
    { name: 'zips', requests: zips },
    { name: 'prints of 60 orders', requests: Array(2).fill(post('/shipping/print', { orderIds })) },
    { name: 'prints of 210 labels', requests: Array(2).fill(post('/products/labels', { ids })) },
    { name: 'workbooks', requests: Array(isShort ? 3 : 8).fill(read) },
    { name: 'images of 20 megapixels', requests: Array(isShort ? 2 : 4).fill(bitmap) },
    ...(await Promise.all(runs)),
  ]
}

async function placeOrder(url: string, buyer: number, count: number): Promise<Order> {
  const [productId] = PRODUCTS
  const lines = Array.from({ length: count }, () => ({ productId, quantity: 1 }))
  const { status, json, text } = await callApi(url, 'POST', '/orders', {
    token: await tokenOf(buyer),
    headers: { 'Idempotency-Key': randomUUID() },
    body: { lines, name: 'Jane Buyer', address: '1 Anvil Street' },
  })
  if (status !== 200) throw new Error(`Placing an order returned ${status} ${text}`)
  return json
}

/** A file that begins and ends like a PDF, with a run of one byte. */
function pdfWith(byte: number): Buffer {
  const end = '\nxref\n0 1\ntrailer\n<< /Size 1 >>\nstartxref\n9999980\n%%EOF\n'
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_999_900, byte), Buffer.from(end)])
}

/** Returns what sends a file; its body is built before, so that its sender is free to measure. */
async function uploadOf(url: string, path: string, field: string, bytes: Buffer, token: string) {
  const form = new FormData()
  form.set(field, new File([new Uint8Array(bytes)], 'a.bin'))
  const encoded = new Response(form)
  const raw = new Uint8Array(await encoded.arrayBuffer())
  const headers = { 'Content-Type': encoded.headers.get('Content-Type') ?? '' }
  return () => callApi(url, 'POST', path, { token, raw, headers })
}
