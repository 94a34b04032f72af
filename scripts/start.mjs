import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(async () => {
  process.env.NODE_ENV = 'production'
  const { ensureBuilt } = await import('./build.ts')
  ensureBuilt()
  const { start } = await import('../build/server/index.js')
  await start()
})
