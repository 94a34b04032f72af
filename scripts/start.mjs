import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(async () => {
  process.env.NODE_ENV = 'production'
  const { ensureBuilt } = await import('./build.ts')
  ensureBuilt()
  const { start } = await import(new URL('../build/server/index.js', import.meta.url))
  await start()
})
