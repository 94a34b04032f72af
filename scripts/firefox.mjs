import { runUnderOwnNode } from './npm/own-node.mjs'

await runUnderOwnNode(
  async () => {
    const { runInFirefox } = await import('./gate/test-in-firefox.ts')
    process.exitCode = await runInFirefox(process.argv.slice(2))
  },
  { dev: true },
)
