import { createServer as createHttpServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createServer as createVite } from 'vite'

const CLOSING_MS = 3_000

/** Runs the shop with hot reload. The database stays open when pages and API are reloaded. */
export async function startDevelopment(): Promise<void> {
  const server = createHttpServer()
  const vite = await createVite({
    // On the shop's own port, because another shop may be developed beside this one.
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  })
  const load = (path: string) => vite.ssrLoadModule(path)

  const settings = (await load('/src/platform/settings/settings.server.ts')).readSettings(process.env)
  const { environment, welcome, close } = await (
    await load('/src/server/environment.server.ts')
  ).openEnvironment(settings)

  let current: { module: object; shop: Pick<Hono, 'fetch'> } | undefined
  const listener = getRequestListener(async (request, env) => {
    const module = await load('/src/server/start.server.ts')
    if (current?.module !== module) current = { module, shop: await module.createShop(environment) }
    return current.shop.fetch(request, env)
  })

  server.on('request', (request, response) => {
    vite.middlewares(request, response, () => void listener(request, response))
  })
  server.listen(settings.PORT, settings.HOST, () => console.log(welcome))

  const end = async () => {
    // Vite waits for packages that it is preparing.
    await Promise.race([vite.close(), setTimeout(CLOSING_MS)])
    await Promise.race([close(), setTimeout(CLOSING_MS)])
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())
}
