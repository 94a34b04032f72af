import { ensureBenchInstalled } from './install.mjs'
import { runUnderOwnNode } from './own-node.mjs'

// Run one at a time: concurrent measurements would distort each other.
await runUnderOwnNode(
  async () => {
    ensureBenchInstalled()
    const { ensureBuilt } = await import('./build.ts')
    ensureBuilt()
    await import(new URL('../bench/requests.ts', import.meta.url))
    await import(new URL('../bench/orders.ts', import.meta.url))
    await import(new URL('../bench/logins.ts', import.meta.url))
    await import(new URL('../bench/order-lists.ts', import.meta.url))
    await import(new URL('../bench/pages.ts', import.meta.url))
    await import(new URL('../bench/product-lists.ts', import.meta.url))
    await import(new URL('../bench/uploads.ts', import.meta.url))
  },
  { dev: true },
)
