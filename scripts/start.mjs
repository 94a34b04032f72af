import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(async () => {
  process.env.NODE_ENV = 'production'
  const { ensureBuilt } = await import('./build.ts')
  ensureBuilt()
  // The bundle is large: a later start takes its compiled form. Where it can't be written, it goes without.
  module.enableCompileCache(fileURLToPath(new URL('../build/compiled', import.meta.url)))
  const { start } = await import(new URL('../build/server/index.js', import.meta.url))
  await start()
  module.flushCompileCache()
})
