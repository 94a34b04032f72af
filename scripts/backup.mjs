import { runUnderOwnNode } from './npm/own-node.mjs'

await runUnderOwnNode(async () => {
  await import('./operator/raw-imports.ts')
  const { runBackup } = await import('./operator/backup.ts')
  process.exitCode = await runBackup(process.argv.slice(2))
})
