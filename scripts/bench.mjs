import { ensureBenchInstalled } from './npm/install.mjs'
import { runUnderOwnNode } from './npm/own-node.mjs'

// Run one at a time: concurrent measurements would distort each other.
const measurements = [
  'requests',
  'starts',
  'orders',
  'logins',
  'order-lists',
  'own-orders',
  'long-order-list',
  'product-lists',
  'growth',
  'search',
  'pages',
  'interactions',
  'uploads',
]

await runUnderOwnNode(
  async () => {
    const [command, ...others] = process.argv.slice(2)
    const isComparing = command === 'compare'
    const wanted = isComparing || command === undefined ? others : [command, ...others]
    const unknown = wanted.find((name) => !measurements.includes(name))
    if (unknown !== undefined) {
      console.error(`There is no measurement ${unknown}, only: ${measurements.join(', ')}`)
      process.exit(1)
    }
    ensureBenchInstalled()
    const { ensureBuilt } = await import('./build.ts')
    ensureBuilt()
    const report = await import(new URL('../bench/report.ts', import.meta.url))
    for (const name of wanted.length > 0 ? wanted : measurements) {
      await import(new URL(`../bench/${name}.ts`, import.meta.url))
      // Written after each benchmark, so that a later failure does not lose it.
      console.log(`Written to ${report.writeResults()}`)
    }
    if (isComparing) report.compareWith(report.committedResults())
  },
  { dev: true },
)
