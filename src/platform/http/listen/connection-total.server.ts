import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/** A request in progress, and how many bytes its connection had received at the last progress. */
type InProgress = {
  request: IncomingMessage
  bytes: number
  startedAt: number
  progressAt: number
}

/** How often progress is checked within `stalledMs`. */
const CHECKS = 5

/** The first bytes of a connection that was just accepted may be on their way, so it is replaced last. */
const ARRIVING_MS = 250

/**
 * Limits the open connections of a server. A new connection beyond `most` replaces an idle one,
 * preferably one that never sent anything, so that idle connections do not lock clients out. A
 * connection whose request body has stalled for `stalledMs` counts as idle, and then the one whose body
 * takes longest, because a client can send a byte at a time. Without any, the new one is dropped. Returns a listener for requests that are not answered at once; their
 * connections are busy until the response.
 */
export function limitConnections(
  server: Server,
  most: number,
  { stalledMs, unfinishedMs }: { stalledMs: number; unfinishedMs: number },
): RequestListener {
  // With the time of its opening; a Map preserves their order.
  const open = new Map<Socket, number>()
  const busy = new Map<Socket, InProgress>()
  server.on('connection', (socket) => {
    // Another limit has dropped it.
    if (socket.destroyed) return
    if (open.size >= most) {
      const now = performance.now()
      const replaced =
        findIdle(open, busy, now - ARRIVING_MS) ??
        findStalled(busy, now - stalledMs) ??
        findUnfinished(busy, now - unfinishedMs) ??
        findIdle(open, busy, now)
      if (!replaced) {
        socket.destroy()
        return
      }
      open.delete(replaced)
      replaced.destroy()
    }
    open.set(socket, performance.now())
    socket.once('close', () => open.delete(socket))
  })
  const checking = setInterval(() => noteProgress(busy), stalledMs / CHECKS).unref()
  server.once('close', () => clearInterval(checking))
  return (request, response) => {
    const { socket } = request
    const startedAt = performance.now()
    busy.delete(socket)
    busy.set(socket, { request, bytes: socket.bytesRead, startedAt, progressAt: startedAt })
    response.once('close', () => {
      // The client may have pipelined the next request.
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

/** An idle connection that was opened before the given time. */
function findIdle(open: Map<Socket, number>, busy: Map<Socket, InProgress>, before: number) {
  let idle: Socket | undefined
  for (const [socket, openedAt] of open) {
    // Later ones are younger still.
    if (openedAt > before) return idle
    if (socket.bytesRead === 0) return socket
    if (!idle && !busy.has(socket) && socket.writableLength === 0) idle = socket
  }
  return idle
}

/** The connection whose body has stalled longest, since before the given time. */
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

/** The connection whose body has been arriving for longest, since before the given time. */
function findUnfinished(busy: Map<Socket, InProgress>, before: number): Socket | undefined {
  // Requests are in the order of their start.
  for (const [socket, { request, startedAt }] of busy) {
    if (startedAt > before) return undefined
    if (!request.complete) return socket
  }
  return undefined
}
