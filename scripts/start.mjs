import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(async () => {
  process.env.NODE_ENV = 'production'
  // Where another process started this one over a channel, the shop ends with it.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
  const { ensureBuilt } = await import('./build.ts')
  ensureBuilt()
  const { start } = await import(new URL('../build/server/index.js', import.meta.url))
  await start()
})
