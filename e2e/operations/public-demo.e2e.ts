import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'
import { expect, test } from '@playwright/test'
import { startTestShop } from '#server/testing/shop-process.ts'

const LOCAL = ['/simulators/mail', '/simulators/stripe', '/metrics']

test('a public demo behind a forwarder that adds no headers shows no mail, faults and metrics', async () => {
  test.setTimeout(180_000)
  const shop = await startTestShop({
    DEMO_PUBLIC: '1',
    TRUSTED_PROXY: 'none',
    PUBLIC_URL: 'https://demo.example',
  })
  const shopPort = Number(new URL(shop.url).port)
  const forwarder = createServer((client) => {
    const onward = connect(shopPort, '127.0.0.1')
    pipeline(client, onward, client, () => {})
  })
  await once(forwarder.listen(0, '127.0.0.1'), 'listening')
  const { port } = forwarder.address() as AddressInfo
  try {
    const [, key = ''] = /http:\/\/demo:(\S+?)@localhost/.exec(shop.output()) ?? []
    expect(key).toMatch(/^[\w-]{24}$/)
    for (const path of LOCAL) {
      expect(await statusOf(port, path, 'demo.example'), path).toBe(404)
      // Neither a forged loopback name without the key nor the key under another name is accepted.
      expect(await statusOf(port, path, 'localhost'), path).toBe(401)
      expect(await statusOf(port, path, 'demo.example', key), path).toBe(404)
      expect(await statusOf(shopPort, path, 'localhost', key), path).toBe(200)
    }
    expect(await statusOf(port, '/simulators/stripe/stripe.js', 'demo.example')).toBe(200)
    expect(await statusOf(port, '/purchase', 'demo.example')).toBe(200)
  } finally {
    forwarder.close()
    await shop.stop()
  }
})

async function statusOf(port: number, path: string, Host: string, key?: string): Promise<number> {
  const headers = { Host, ...(key && { Authorization: `Basic ${btoa(`demo:${key}`)}` }) }
  const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  await once(response, 'end')
  return response.statusCode
}
