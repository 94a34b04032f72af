import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http'
import { Server as NetServer } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Admit } from '#platform/http/limits/request-limit.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { limitConnectionsPerNetwork } from './connection-limit.server.ts'
import { limitConnections } from './connection-total.server.ts'

const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/**
 * Ends a request whose body takes longer than `ms` to arrive with 408. Uploads, by their URLs, are left
 * to the longer timeout that Node's server has for all requests.
 */
function limitBodyTime(request: IncomingMessage, ms: number, uploads: RegExp): void {
  const { headers, socket } = request
  const length = headers['transfer-encoding'] ?? headers['content-length'] ?? '0'
  if (length === '0' || uploads.test(request.url ?? '')) return
  const timeout = setTimeout(() => {
    if (request.complete) return
    if (socket.writable) socket.write(TIMEOUT)
    socket.destroySoon()
  }, ms)
  request.once('close', () => clearTimeout(timeout))
}

/** Responds to a request and returns true, or returns false to pass it to the handler. */
export type DirectResponses = (...request: Parameters<RequestListener>) => boolean

/** Ends when another request has rendered the response to this one; undefined if none is doing so. */
export type SharedRendering = (request: IncomingMessage) => Promise<unknown> | undefined

export type Handler = (request: Request, env: object) => Response | Promise<Response>

export type ServerLimits = {
  /** For receiving a request's headers; also closes connections that send nothing. */
  headersMs: number
  /** For receiving a request's body. */
  bodyMs: number
  /** For receiving a whole upload: long enough for 5 MB over a slow connection. */
  uploadMs: number
  /** Matches the URLs of uploads, whose bodies have that time. */
  uploads: RegExp
  /** After which a connection whose body does not arrive may be replaced by a new one. */
  stalledMs: number
  /** The same for a body that has been arriving for so long, however much of it does. */
  unfinishedMs: number
  /** For an idle connection, such as a client that does not read the response. */
  idleMs: number
  headerBytes: number
  connections: number
  /** For the connections of one network; absent if they are not limited. */
  perNetwork?: { connections: number; isCounted: (ipAddress: string) => boolean }
  /** For requests in progress when the server closes. */
  closingMs: number
}

/** How long a closing server leaves idle connections open, for requests that are on their way. */
const ARRIVING_MS = 250

export const serverLimits: ServerLimits = {
  headersMs: 10_000,
  bodyMs: 10_000,
  uploadMs: 60_000,
  uploads: /^(?!)/,
  stalledMs: 5_000,
  unfinishedMs: 3_000,
  idleMs: 60_000,
  headerBytes: 16 * 1024,
  connections: 2_000,
  closingMs: 4_000,
}

/**
 * Binds the port immediately and responds 503 until `serve` is called, so that a taken port fails
 * the start early. Throws a StartupError when the port is not available.
 */
export async function listen(
  host: string,
  port: number,
  limits: ServerLimits = serverLimits,
): Promise<{
  /** Responses of `direct`, and requests that wait for one of them, are too cheap to need `admit`. */
  serve: (
    handler: Handler,
    direct?: DirectResponses,
    admit?: Admit,
    sharedRendering?: SharedRendering,
  ) => void
  close: () => Promise<void>
  port: number
}> {
  let respondDirectly: DirectResponses = () => false
  let admit: Admit = (_request, _response, start) => start()
  let sharedRendering: SharedRendering = () => undefined
  let keepConnection: RequestListener = () => {}
  let handler: Handler = () =>
    new Response('Starting up. Please try again.', { status: 503, headers: { 'Retry-After': '1' } })
  const server = createAdaptorServer({
    fetch: (request: Request, env: object) => handler(request, env),
    createServer: ((options: ServerOptions, listener: RequestListener) =>
      createServer(options, (request, response) => {
        // Never echo a request, which contains cookies, to another site that caused it.
        if (request.method === 'TRACE') return response.writeHead(405, { Allow: 'GET' }).end()
        if (respondDirectly(request, response)) return
        keepConnection(request, response)
        let hasWaited = false
        const handle = () => {
          // Another request may have rendered the page meanwhile.
          if (hasWaited && respondDirectly(request, response)) return
          limitBodyTime(request, limits.bodyMs, limits.uploads)
          listener(request, response)
        }
        const rendering = sharedRendering(request)
        if (!rendering) admit(request, response, handle)
        hasWaited = true
        void rendering?.then(() => respondDirectly(request, response) || admit(request, response, handle))
      })) as typeof createServer,
    serverOptions: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.uploadMs,
      // Node checks these timeouts only every 30 seconds by default.
      connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
      maxHeaderSize: limits.headerBytes,
    },
  }) as Server
  server.setTimeout(limits.idleMs)
  const { perNetwork } = limits
  if (perNetwork) limitConnectionsPerNetwork(server, perNetwork.connections, perNetwork.isCounted)
  keepConnection = limitConnections(server, limits.connections, limits)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, host, port)))
    server.listen(port, host, resolve)
  })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    serve: (ready, direct, limit, shared) => {
      handler = ready
      if (direct) respondDirectly = direct
      if (limit) admit = limit
      if (shared) sharedRendering = shared
    },
    close: () => closeServer(server, limits.closingMs),
  }
}

/**
 * Waits for requests in progress and those that are just arriving on open connections, and drops the
 * connections left after `closingMs`.
 */
function closeServer(server: Server, closingMs: number): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'))
  return new Promise((resolve) => {
    const idle = setTimeout(() => server.closeIdleConnections(), Math.min(ARRIVING_MS, closingMs))
    const cutOff = setTimeout(() => server.closeAllConnections(), closingMs)
    // HTTP's own close() would drop connections whose next request has not been read yet.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(idle)
      clearTimeout(cutOff)
      resolve()
    })
  })
}

function listenError(error: Error, host: string, port: number): Error {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} is already in use: stop the other program, or set PORT to another number.`,
    )
  }
  if (code === 'EACCES') {
    return new StartupError(`Port ${port} requires elevated permissions: set PORT to a number above 1023.`)
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartupError(`HOST ${host} is not an address of this machine: use 127.0.0.1 or 0.0.0.0.`)
  }
  return error
}
