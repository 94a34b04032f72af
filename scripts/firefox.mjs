import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(
  async () => {
    const { runInFirefox } = await import('./test-in-firefox.ts')
    process.exitCode = await runInFirefox(process.argv.slice(2))
  },
  { dev: true },
)
