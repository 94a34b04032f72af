import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(async () => {
  const { runAdmin } = await import('./admin.ts')
  process.exitCode = await runAdmin(process.argv.slice(2))
})
