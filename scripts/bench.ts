import { ensureBuilt } from './build.ts'

// Run one at a time: concurrent measurements would distort each other.
const measurements = [
  'requests',
  'starts',
  'orders',
  'logins',
  'order-lists',
  'own-orders',
  'packing',
  'long-order-list',
  'product-lists',
  'growth',
  'search',
  'pages',
  'interactions',
  'uploads',
  'imports',
  'prices',
]

/** Runs the named measurements, or all; `compare` compares them with the committed results. */
export async function runBench([command, ...others]: string[]): Promise<number> {
  const isComparing = command === 'compare'
  const chosen = isComparing || command === undefined ? others : [command, ...others]
  const unknown = chosen.find((name) => !measurements.includes(name))
  if (unknown !== undefined) {
    console.error(`There is no measurement ${unknown}, only: ${measurements.join(', ')}`)
    return 1
  }
  const { ensureBenchInstalled } = await import(new URL('./npm/install.mjs', import.meta.url).href)
  ensureBenchInstalled()
  ensureBuilt()
  // Named at run time: bench/ has packages of its own.
  const report = await import(new URL('../bench/report.ts', import.meta.url).href)
  for (const name of chosen.length > 0 ? chosen : measurements) {
    await import(new URL(`../bench/${name}.ts`, import.meta.url).href)
    // Written after each benchmark, so that a later failure does not lose it.
    console.log(`Written to ${report.writeResults()}`)
  }
  report.printAims()
  if (isComparing) report.compareWith(report.committedResults())
  return 0
}
