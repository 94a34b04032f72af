import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(async () => {
  await import('./raw-imports.ts')
  const { runBackup } = await import('./backup.ts')
  process.exitCode = await runBackup(process.argv.slice(2))
})
