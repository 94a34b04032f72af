import type { IncomingMessage } from 'node:http'

const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/**
 * Ends a request whose body takes longer than `ms` to arrive with 408. Uploads, by their URLs, are left
 * to the longer timeout that Node's server has for all requests.
 */
export function limitBodyTime(request: IncomingMessage, ms: number, uploads: RegExp): void {
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
