import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { StartupError } from '#platform/startup-error.ts'

/** Answers a request at once and says so, or leaves it to the handler. */
export type DirectAnswers = (...request: Parameters<RequestListener>) => boolean

export type Handler = (request: Request, env: object) => Response | Promise<Response>

/** How long and how many a server puts up with. */
export type ServerLimits = {
  /** For a request's head, from the first byte on; connections that send nothing end then too. */
  headersMs: number
  /** For a whole request with its body: 5 MB on a slow line take about as long. */
  requestMs: number
  /** For a connection on which nothing moves, such as one that takes no answer. */
  silenceMs: number
  headerBytes: number
  connections: number
  /** How long requests under way may go on once the server is to close. */
  closingMs: number
}

export const serverLimits: ServerLimits = {
  headersMs: 10_000,
  requestMs: 60_000,
  silenceMs: 60_000,
  headerBytes: 16 * 1024,
  connections: 2_000,
  closingMs: 4_000,
}

/**
 * Takes the port at once, before anything else is made, and answers 503 until `serve` is called.
 * Throws a StartupError when the port is not to be had.
 */
export async function listen(
  host: string,
  port: number,
  limits: ServerLimits = serverLimits,
): Promise<{
  serve: (handler: Handler, direct?: DirectAnswers) => void
  close: () => Promise<void>
  port: number
}> {
  let answerDirectly: DirectAnswers = () => false
  let handler: Handler = () =>
    new Response('Starting up. Please try again.', { status: 503, headers: { 'Retry-After': '1' } })
  const server = createAdaptorServer({
    fetch: (request: Request, env: object) => handler(request, env),
    createServer: ((options: ServerOptions, listener: RequestListener) =>
      createServer(options, (request, response) => {
        if (!answerDirectly(request, response)) listener(request, response)
      })) as typeof createServer,
    serverOptions: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      // Node looks for requests that are late this often, every 30 seconds by itself.
      connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
      maxHeaderSize: limits.headerBytes,
    },
  }) as Server
  server.setTimeout(limits.silenceMs)
  server.maxConnections = limits.connections
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(error, host, port)))
    server.listen(port, host, resolve)
  })
  const taken = server.address()
  return {
    port: typeof taken === 'object' && taken ? taken.port : port,
    serve: (ready, direct) => {
      handler = ready
      if (direct) answerDirectly = direct
    },
    close: () => closeServer(server, limits.closingMs),
  }
}

/** Lets requests under way end, and cuts off those that take too long. */
function closeServer(server: Server, closingMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), closingMs)
    server.close(() => {
      clearTimeout(cutOff)
      resolve()
    })
    server.closeIdleConnections()
  })
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
