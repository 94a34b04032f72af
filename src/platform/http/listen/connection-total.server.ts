import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/** A request that is not answered yet, and how much its connection had sent when it last sent something. */
type InProgress = { request: IncomingMessage; bytes: number; progressAt: number }

/** How often progress is looked at while a connection counts as stalled after `stalledMs`. */
const CHECKS = 5

/**
 * Limits the open connections of a server. A new connection beyond `most` takes the place of an idle
 * one, first of one that has never sent anything, so that idle connections keep nobody out. A request
 * whose body has stopped arriving for `stalledMs` leaves its connection idle too. Without an idle one,
 * the new connection is dropped. Returns a listener for each request that is not answered at once, whose
 * connection is not idle until then.
 */
export function limitConnections(server: Server, most: number, stalledMs: number): RequestListener {
  // A Set keeps the order in which they were opened.
  const open = new Set<Socket>()
  const busy = new Map<Socket, InProgress>()
  server.on('connection', (socket) => {
    // Another limit has dropped it.
    if (socket.destroyed) return
    if (open.size >= most) {
      const replaced = findIdle(open, busy) ?? findStalled(busy, performance.now() - stalledMs)
      if (!replaced) {
        socket.destroy()
        return
      }
      open.delete(replaced)
      replaced.destroy()
    }
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const checking = setInterval(() => noteProgress(busy), stalledMs / CHECKS).unref()
  server.once('close', () => clearInterval(checking))
  return (request, response) => {
    const { socket } = request
    busy.set(socket, { request, bytes: socket.bytesRead, progressAt: performance.now() })
    response.once('close', () => {
      // A client may have sent the next request before the end of this one.
      if (busy.get(socket)?.request === request) busy.delete(socket)
    })
  }
}

function noteProgress(busy: Map<Socket, InProgress>): void {
  for (const [{ bytesRead }, inProgress] of busy) {
    if (bytesRead === inProgress.bytes) continue
    inProgress.bytes = bytesRead
    inProgress.progressAt = performance.now()
  }
}

function findIdle(open: Iterable<Socket>, busy: Map<Socket, InProgress>): Socket | undefined {
  let idle: Socket | undefined
  for (const socket of open) {
    if (socket.bytesRead === 0) return socket
    if (!idle && !busy.has(socket) && socket.writableLength === 0) idle = socket
  }
  return idle
}

/** The connection whose body has made no progress for longest, since before a time. */
function findStalled(busy: Map<Socket, InProgress>, before: number): Socket | undefined {
  let stalled: Socket | undefined
  let oldest = before
  for (const [socket, { request, bytes, progressAt }] of busy) {
    if (request.complete || progressAt > oldest || socket.bytesRead !== bytes) continue
    stalled = socket
    oldest = progressAt
  }
  return stalled
}
