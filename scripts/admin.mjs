import { runUnderOwnNode } from './npm/own-node.mjs'

await runUnderOwnNode(async () => {
  const { runAdmin } = await import('./operator/admin.ts')
  process.exitCode = await runAdmin(process.argv.slice(2))
})
