import { runUnderOwnNode } from './npm/own-node.mjs'

await runUnderOwnNode(async () => {
  await import('./operator/raw-imports.ts')
  const { runRestore } = await import('./operator/backup.ts')
  process.exitCode = await runRestore(process.argv.slice(2))
})
