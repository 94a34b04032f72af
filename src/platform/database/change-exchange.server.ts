import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Log } from '#platform/log.server.ts'
import type { Exchange, Receiver } from './change-feed.server.ts'
import { APPLICATION_NAME } from './change-notices.server.ts'

const CHANNEL = 'shop_changes'
const GREETING = 'hello '
const RECONNECT_MS = 1_000
const GREET_EVERY_MS = 10_000
const GREETING_LIMIT_MS = 5_000
// A notification holds 8000 bytes; so many ids fill half of it.
const MOST_NAMES = 100

/**
 * Exchanges changes with the other processes on a PostgreSQL server, by LISTEN and NOTIFY on a
 * connection of its own. Until a greeting sent over `pool` is heard there, and whenever one is not,
 * nothing is certain: a pooler in between may swallow what it should pass on.
 */
export function openChangeExchange(
  databaseUrl: string,
  pool: pg.Pool,
  log: Log,
  { change, setExact }: Receiver,
): Exchange {
  const waiting = new Set<string>()
  let client: pg.Client | undefined
  let isListening = false
  let isSending = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let heardGreeting: ((greeting: string) => void) | undefined

  const sendWaiting = async () => {
    if (isSending) return
    isSending = true
    // What comes meanwhile goes with the next one.
    while (client && isListening && waiting.size > 0) {
      const names = waiting.size > MOST_NAMES ? ['everything'] : [...waiting]
      waiting.clear()
      try {
        await client.query('select pg_notify($1, $2)', [CHANNEL, names.join(',')])
      } catch (error) {
        for (const name of names) waiting.add(name)
        await lose(error)
      }
    }
    isSending = false
  }

  const receive = (own: pg.Client, { payload = '', processId }: pg.Notification) => {
    if (payload.startsWith(GREETING)) return heardGreeting?.(payload)
    const isOwn = 'processID' in own && own.processID === processId
    const names = payload.split(',')
    if (!isOwn) change(names.includes('everything') ? 'everything' : names)
  }

  const greet = async () => {
    const greeting = GREETING + randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const limit = setTimeout(() => reject(new Error('Not heard')), GREETING_LIMIT_MS)
    heardGreeting = (heard) => heard === greeting && resolve()
    try {
      await Promise.all([pool.query('select pg_notify($1, $2)', [CHANNEL, greeting]), promise])
    } finally {
      clearTimeout(limit)
      heardGreeting = undefined
    }
  }

  const lose = async (error: unknown) => {
    const lost = client
    client = undefined
    isListening = false
    clearTimeout(timer)
    if (!lost || isStopped) return
    log.warn(error, 'Changes by other processes are not heard: cached answers last one second')
    setExact(false)
    timer = setTimeout(connect, RECONNECT_MS)
    await lost.end().catch(() => {})
  }

  const keepGreeting = (own: pg.Client) => {
    timer = setTimeout(async () => {
      try {
        await greet()
        if (client === own) keepGreeting(own)
      } catch (error) {
        if (client === own) await lose(error)
      }
    }, GREET_EVERY_MS)
  }

  const connect = async () => {
    const own = new pg.Client({
      connectionString: databaseUrl,
      application_name: `${APPLICATION_NAME} changes`,
      keepAlive: true,
      connectionTimeoutMillis: GREETING_LIMIT_MS,
    })
    client = own
    own.on('error', (error) => client === own && void lose(error))
    own.on('end', () => client === own && void lose(new Error('The connection ended')))
    own.on('notification', (notification) => receive(own, notification))
    try {
      await own.connect()
      // What it sends is no data: its commits need no disk, and hold no others up.
      await own.query('set synchronous_commit = off')
      await own.query(`listen ${CHANNEL}`)
      isListening = true
      await greet()
      if (client !== own) return
      setExact(true)
      keepGreeting(own)
      await sendWaiting()
    } catch (error) {
      if (client === own) await lose(error)
    }
  }

  void connect()
  return {
    send: (names) => {
      for (const name of names) waiting.add(name)
      void sendWaiting()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      const last = client
      client = undefined
      isListening = false
      await last?.end().catch(() => {})
    },
  }
}
