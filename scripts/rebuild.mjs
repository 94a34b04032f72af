import { runUnderOwnNode } from './npm/own-node.mjs'

await runUnderOwnNode(
  async () => {
    const { rebuildFromNothing } = await import('./release/rebuild-from-nothing.ts')
    process.exitCode = await rebuildFromNothing(process.argv.slice(2))
  },
  { dev: true },
)
