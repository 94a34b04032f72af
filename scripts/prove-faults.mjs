import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(
  async () => {
    const { ensureBuilt } = await import('./build.ts')
    const { readOptions } = await import(new URL('../prove/options.ts', import.meta.url))
    const options = readOptions(process.argv.slice(2), 'prove:faults')
    if (!options) process.exit(1)
    ensureBuilt()
    const { proveFaults } = await import(new URL('../prove/faults/main.ts', import.meta.url))
    process.exitCode = await proveFaults(options)
  },
  { dev: true },
)
