import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy between shop and database server that misbehaves on demand. */
export type DatabaseProxy = {
  /** The database's URL through the proxy. */
  url: string
  /** Passes everything on, after this delay in each direction. */
  delay: (milliseconds: number) => void
  /** Keeps connections open but passes nothing on, until `thaw` passes on what has arrived. */
  freeze: () => void
  thaw: () => void
  /** Cuts every connection in the middle of the next bytes that it carries. */
  cutHalfway: () => void
  /** Drops all connections, and new ones at once, until `accept`. */
  refuse: () => void
  accept: () => void
  close: () => Promise<void>
}

/** Opens a proxy on a free port to the database server of `databaseUrl`. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const held: (() => void)[] = []
  let delayMs = 0
  let isFrozen = false
  let isRefusing = false
  let toCut = new Set<Socket>()

  const carry = (from: Socket, to: Socket) => {
    const pass = (chunk: Buffer) => {
      if (!toCut.delete(from)) {
        to.write(chunk)
        return
      }
      to.write(chunk.subarray(0, chunk.length >> 1))
      from.destroy()
      to.end()
    }
    from.on('data', (chunk) => {
      if (isFrozen) held.push(() => pass(chunk))
      else if (delayMs > 0) setTimeout(pass, delayMs, chunk)
      else pass(chunk)
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    sockets.add(from)
  }
  const server = createServer((client) => {
    if (isRefusing) {
      client.destroy()
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    carry(client, upstream)
    carry(upstream, client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  url.port = `${(server.address() as AddressInfo).port}`
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    delay: (milliseconds) => {
      delayMs = milliseconds
    },
    freeze: () => {
      isFrozen = true
    },
    thaw: () => {
      isFrozen = false
      for (const pass of held.splice(0)) pass()
    },
    cutHalfway: () => {
      toCut = new Set(sockets)
    },
    refuse: () => {
      isRefusing = true
      dropAll()
    },
    accept: () => {
      isRefusing = false
    },
    close: async () => {
      const closed = once(server.close(), 'close')
      dropAll()
      await closed
    },
  }
}
