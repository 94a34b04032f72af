import { createServer } from 'node:http'
import autocannon from 'autocannon'
import { freePort } from '../src/platform/testing/free-port.ts'
import { startTestShop } from '../src/testing/shop-process.ts'

const CONNECTIONS = 64
const SECONDS = 5

/**
 * Compares the shop with a bare Node server that sends the same bytes. The load generator and the
 * servers share the processors, so only the ratios are meaningful.
 */
const shop = await startTestShop()
const rows: Record<string, object> = {}
try {
  for (const path of ['/api/products?size=10&page=0', '/purchase', '/']) {
    const headers = { 'accept-encoding': 'br' }
    const sent = await fetch(shop.url + path, { headers: { 'accept-encoding': 'identity' } })
    const ceiling = await bareServer(Buffer.from(await sent.arrayBuffer()))
    const bare = await load(ceiling.url, headers)
    ceiling.close()
    const shopped = await load(shop.url + path, headers)
    rows[path] = {
      'bare / s': Math.round(bare.requests.average),
      'shop / s': Math.round(shopped.requests.average),
      ratio: Number((shopped.requests.average / bare.requests.average).toFixed(2)),
      'p99 ms': shopped.latency.p99,
      failures: shopped.non2xx + shopped.errors,
    }
  }
} finally {
  await shop.stop()
}
console.table(rows)

function load(url: string, headers: Record<string, string>) {
  return autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
}

async function bareServer(body: Buffer): Promise<{ url: string; close: () => void }> {
  const port = await freePort()
  const server = createServer((_request, response) => response.end(body))
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
