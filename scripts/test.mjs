import { runUnderOwnNode } from './npm/own-node.mjs'

await runUnderOwnNode(
  async () => {
    const { runGate } = await import('./gate/gate.ts')
    process.exitCode = await runGate(process.argv.slice(2))
  },
  { dev: true },
)
