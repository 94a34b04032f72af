import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { StartupError } from '#platform/startup-error.ts'

export type Handler = (request: Request, env: object) => Response | Promise<Response>

/**
 * Takes the port at once, before anything else is made, and answers 503 until `serve` is called.
 * Throws a StartupError when the port is not to be had.
 */
export async function listen(
  host: string,
  port: number,
): Promise<{ serve: (handler: Handler) => void; close: () => Promise<void> }> {
  let handler: Handler = () =>
    new Response('Starting up. Please try again.', { status: 503, headers: { 'Retry-After': '1' } })
  const server = createAdaptorServer({
    fetch: (request: Request, env: object) => handler(request, env),
  }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(error, host, port)))
    server.listen(port, host, resolve)
  })
  return {
    serve: (ready) => {
      handler = ready
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

function listenFault(error: Error, host: string, port: number): Error {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} is taken by another program: stop that one, or set PORT to another number.`,
    )
  }
  if (code === 'EACCES') {
    return new StartupError(`Port ${port} needs more rights: set PORT to a number above 1023.`)
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartupError(`HOST ${host} is no address of this machine: use 127.0.0.1 or 0.0.0.0.`)
  }
  return error
}
