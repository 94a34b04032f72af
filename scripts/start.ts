import module from 'node:module'
import { fileURLToPath } from 'node:url'

/** Builds the shop if needed and serves it. */
export async function startShop(): Promise<void> {
  process.env.NODE_ENV = 'production'
  const { ensureBuilt } = await import('./build.ts')
  ensureBuilt()
  // Caches the compiled bundle for the next start; without write permission, Node skips the cache.
  module.enableCompileCache(fileURLToPath(new URL('../build/compiled', import.meta.url)))
  const { start } = await import(new URL('../build/server/index.js', import.meta.url).href)
  await start()
  module.flushCompileCache()
}
