import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/**
 * How the mail server behaves: it drops connections, accepts them and says nothing, rejects every
 * recipient for now or for ever, or takes the mail and breaks the connection before it says so.
 */
export type MailServerState = 'working' | 'dropping' | 'silent' | 'deferring' | 'rejecting' | 'breaking'

export type FaultyMailServer = {
  url: string
  /** How often each mail arrived, by Message-ID, with its decoded text. */
  received: Map<string, { count: number; raw: string }>
  become: (state: MailServerState) => void
  /** How often the shop met the current misbehaviour. */
  faults: () => number
  close: () => Promise<void>
}

const RECIPIENT_CODES: Partial<Record<MailServerState, number>> = { deferring: 450, rejecting: 550 }

/** Starts a mail server on a free port that misbehaves on demand. */
export async function startFaultyMailServer(): Promise<FaultyMailServer> {
  const received: FaultyMailServer['received'] = new Map()
  const sockets = new Set<Socket>()
  let state: MailServerState = 'working'
  let faults = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 50,
    onRcptTo: (_address, _session, answer) => {
      const responseCode = RECIPIENT_CODES[state]
      if (responseCode) faults += 1
      answer(responseCode ? Object.assign(new Error('Not now'), { responseCode }) : null)
    },
    onData: async (stream, _session, answer) => {
      const whole = await text(stream).catch(() => undefined)
      // The connection broke in the middle of the mail.
      if (whole === undefined) return
      const id = /^Message-ID: (.*)$/im.exec(whole)?.[1]
      if (id === undefined) throw new Error(`A mail has no Message-ID: ${whole}`)
      const raw = whole.replaceAll('=\r\n', '')
      received.set(id, { count: (received.get(id)?.count ?? 0) + 1, raw })
      if (state !== 'breaking') return answer()
      faults += 1
      dropAll(sockets)
    },
  })
  smtp.on('error', () => {})
  const inner = smtp.listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const front = createServer((client) => {
    client.on('error', () => {})
    sockets.add(client)
    client.once('close', () => sockets.delete(client))
    if (state === 'dropping') client.destroy()
    if (state === 'dropping' || state === 'silent') {
      faults += 1
      return
    }
    const upstream = connect(portOf(inner.address()), '127.0.0.1')
    upstream.on('error', () => client.destroy())
    client.once('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  await once(front.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${portOf(front.address())}`,
    received,
    faults: () => faults,
    become: (next) => {
      state = next
      faults = 0
      // The shop keeps its connections open.
      dropAll(sockets)
    },
    close: async () => {
      const closed = once(front.close(), 'close')
      dropAll(sockets)
      await closed
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
    },
  }
}

function dropAll(sockets: Set<Socket>): void {
  for (const socket of sockets) socket.destroy()
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port is open')
  return address.port
}
