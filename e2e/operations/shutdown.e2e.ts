import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { startTestShop } from '#server/testing/shop-process.ts'

test('SIGTERM stops the shop within ten seconds, even with slow clients', async () => {
  const shop = await startTestShop()
  const { port } = new URL(shop.url)
  const slow = connect(Number(port), '127.0.0.1')
  slow.on('error', () => {})
  await once(slow, 'connect')
  slow.write(
    'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  )
  const cutOff = once(slow, 'close')
  const start = performance.now()
  await shop.stop()
  await cutOff
  expect(performance.now() - start).toBeLessThan(10_000)
})
