import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(
  async () => {
    const { ensureBuilt } = await import('./build.ts')
    const { readOptions } = await import(new URL('../prove/options.ts', import.meta.url))
    const options = readOptions(process.argv.slice(2))
    if (!options) process.exit(1)
    ensureBuilt()
    const { proveTopology } = await import(new URL('../prove/topology/main.ts', import.meta.url))
    // The buyers of an aborted part would go on.
    process.exit(await proveTopology(options))
  },
  { dev: true },
)
