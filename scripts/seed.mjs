import { runUnderOwnNode } from './npm/own-node.mjs'

await runUnderOwnNode(async () => {
  await import('./operator/raw-imports.ts')
  const { runSeed } = await import('./operator/seed.ts')
  process.exitCode = await runSeed(process.argv.slice(2))
})
