import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(async () => {
  await import('./raw-imports.ts')
  const { runRestore } = await import('./backup.ts')
  process.exitCode = await runRestore(process.argv.slice(2))
})
