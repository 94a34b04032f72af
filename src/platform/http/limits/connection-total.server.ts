import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Limits the open connections of a server. A new connection beyond `most` takes the place of an idle
 * one, first of one that has never sent anything, so that idle connections keep nobody out. Without an
 * idle one, the new connection is dropped. Returns a listener for each request that is not answered at
 * once, whose connection is not idle until then.
 */
export function limitConnections(server: Server, most: number): RequestListener {
  // A Set keeps the order in which they were opened.
  const open = new Set<Socket>()
  const busy = new WeakSet<Socket>()
  server.on('connection', (socket) => {
    // Another limit has dropped it.
    if (socket.destroyed) return
    if (open.size >= most) {
      const replaced = findIdle(open, busy)
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
  return ({ socket }, response) => {
    busy.add(socket)
    response.once('close', () => busy.delete(socket))
  }
}

function findIdle(open: Iterable<Socket>, busy: WeakSet<Socket>): Socket | undefined {
  let idle: Socket | undefined
  for (const socket of open) {
    if (socket.bytesRead === 0) return socket
    if (!idle && !busy.has(socket) && socket.writableLength === 0) idle = socket
  }
  return idle
}
