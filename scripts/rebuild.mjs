import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(
  async () => {
    const { rebuildFromNothing } = await import('./rebuild-from-nothing.ts')
    process.exitCode = await rebuildFromNothing(process.argv.slice(2))
  },
  { dev: true },
)
