import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'

/** Handles one request; request and response are any JSON values. */
type Handler = (request: unknown) => Promise<unknown>

/** The path of the socket below the data directory. */
export const LOCAL_SOCKET = join('secrets', 'admin.sock')

export type LocalSocket = { close: () => Promise<void> }

/**
 * Opens a Unix domain socket that only this user can connect to: it is in a folder that only this
 * user may enter. The caller must hold the lock of `dataDir`, so an existing socket is a leftover of
 * a killed process and is replaced.
 */
export async function openLocalSocket(dataDir: string, handle: Handler): Promise<LocalSocket> {
  const path = socketPath(dataDir)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  rmSync(path, { force: true })
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    text(socket)
      .then(async (request) => socket.end(JSON.stringify(await handle(JSON.parse(request)))))
      .catch(() => socket.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return { close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/**
 * Sends a request to the process that holds `dataDir` and returns its response; undefined when no
 * process listens.
 */
export async function askLocalSocket(dataDir: string, request: unknown): Promise<unknown> {
  const socket = connect({ path: socketPath(dataDir), allowHalfOpen: true })
  try {
    socket.end(JSON.stringify(request))
    return JSON.parse(await text(socket))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined
    throw error
  }
}

// Socket paths are limited to about 100 characters, so the shorter of both forms is used.
function socketPath(dataDir: string): string {
  const absolute = join(dataDir, LOCAL_SOCKET)
  const fromCwd = relative(process.cwd(), absolute)
  return fromCwd.length < absolute.length ? fromCwd : absolute
}
