import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { streamJsonArray } from '#platform/http/api/json-stream.server.ts'
import { compressResponses } from './compress-responses.server.ts'

const MB = 2 ** 20
const BATCHES = 16

test.each(['gzip', 'identity'])('a slow reader of a long list (%s) costs at most 5 MB', async (encoding) => {
  let produced = 0
  const app = new Hono().use(compressResponses()).get('/', () =>
    streamJsonArray(async (after) => {
      const batch = after === null ? 0 : Number(after) + 1
      if (batch === BATCHES) return []
      produced += MB
      // Hardly compressible.
      return [{ _id: `${batch}`, text: randomBytes((MB * 3) / 4).toString('base64') }]
    }),
  )
  const response = await app.request('/', { headers: { 'Accept-Encoding': encoding } })
  expect(response.headers.get('Content-Encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
  const reader = response.body?.getReader()
  let read = 0
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done) break
    // Far more turns than producing a batch takes, were it not held back.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    read += value?.length ?? 0
    // Compression shortens base64 by a quarter.
    expect(produced - (read * 4) / 3).toBeLessThan(5 * MB)
  }
  expect(produced).toBe(BATCHES * MB)
})
