import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(async () => {
  await import('./raw-imports.ts')
  const { runSeed } = await import('./seed.ts')
  process.exitCode = await runSeed(process.argv.slice(2))
})
