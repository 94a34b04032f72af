import { runUnderOwnNode } from './npm/own-node.mjs'

await runUnderOwnNode(
  async () => {
    const { ensureBuilt } = await import('./build.ts')
    ensureBuilt()
    const { proveUpgrade } = await import(new URL('../prove/upgrade.ts', import.meta.url))
    process.exitCode = await proveUpgrade(process.argv.slice(2))
  },
  { dev: true },
)
