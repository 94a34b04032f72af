import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/** A request in progress, and how many bytes its connection had received at the last progress. */
type InProgress = { request: IncomingMessage; bytes: number; progressAt: number }

/** How often progress is checked within `stalledMs`. */
const CHECKS = 5

/**
 * Limits the open connections of a server. A new connection beyond `most` replaces an idle one,
 * preferably one that never sent anything, so that idle connections do not lock clients out. A
 * connection whose request body has stalled for `stalledMs` counts as idle. Without an idle connection,
 * the new one is dropped. Returns a listener for requests that are not answered at once; their
 * connections are busy until the response.
 */
export function limitConnections(server: Server, most: number, stalledMs: number): RequestListener {
  // A Set preserves their order of opening.
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

function findIdle(open: Iterable<Socket>, busy: Map<Socket, InProgress>): Socket | undefined {
  let idle: Socket | undefined
  for (const socket of open) {
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
