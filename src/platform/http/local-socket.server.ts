import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'

/** Answers what came through the door; both are anything that JSON can carry. */
type Answer = (question: unknown) => Promise<unknown>

export type LocalSocket = { close: () => Promise<void> }

/**
 * Opens a door into this process for programs that the same user runs on the same machine: a
 * Unix-domain socket in a folder that only this user may enter. Nothing of it is on the network.
 * Whoever calls holds `dataDir` alone: a socket that lies there was left by a killed process.
 */
export async function openLocalSocket(dataDir: string, answer: Answer): Promise<LocalSocket> {
  const path = doorIn(dataDir)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  rmSync(path, { force: true })
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    text(socket)
      .then(async (question) => socket.end(JSON.stringify(await answer(JSON.parse(question)))))
      .catch(() => socket.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return { close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Asks the process that holds `dataDir`; undefined when none has its door open. */
export async function askLocalSocket(dataDir: string, question: unknown): Promise<unknown> {
  const socket = connect({ path: doorIn(dataDir), allowHalfOpen: true })
  try {
    socket.end(JSON.stringify(question))
    return JSON.parse(await text(socket))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined
    throw error
  }
}

// A socket's path may have about 100 characters: the shorter way of writing it is the safer one.
function doorIn(dataDir: string): string {
  const absolute = join(dataDir, 'secrets', 'door')
  const fromHere = relative(process.cwd(), absolute)
  return fromHere.length < absolute.length ? fromHere : absolute
}
