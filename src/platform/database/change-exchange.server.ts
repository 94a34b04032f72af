import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Log } from '#platform/log.server.ts'
import type { Exchange, Receiver } from './change-feed.server.ts'
import { APPLICATION_NAME } from './change-notices.server.ts'

/** The application name of its connection, which each running process of a shop has. */
export const CHANGES_CONNECTION = `${APPLICATION_NAME} changes`

const CHANNEL = 'shop_changes'
const GREETING = 'hello '
const RECONNECT_MS = 1_000
const GREET_EVERY_MS = 10_000
const GREETING_TIMEOUT_MS = 5_000
// A notification holds 8000 bytes; this many ids take half of that.
const MAX_NAMES = 100

/**
 * Exchanges changes with other processes through LISTEN and NOTIFY on a separate connection. It
 * regularly sends a greeting over `pool` and reports changes as exact only while greetings arrive,
 * because a connection pooler may drop notifications.
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
  let onGreeting: ((greeting: string) => void) | undefined

  const sendWaiting = async () => {
    if (isSending) return
    isSending = true
    // Changes that arrive during a query are sent by the next one.
    while (client && isListening && waiting.size > 0) {
      const names = waiting.size > MAX_NAMES ? ['everything'] : [...waiting]
      waiting.clear()
      try {
        await client.query('select pg_notify($1, $2)', [CHANNEL, names.join(',')])
      } catch (error) {
        for (const name of names) waiting.add(name)
        await disconnect(error)
      }
    }
    isSending = false
  }

  const receive = (own: pg.Client, { payload = '', processId }: pg.Notification) => {
    if (payload.startsWith(GREETING)) return onGreeting?.(payload)
    const isOwn = 'processID' in own && own.processID === processId
    const names = payload.split(',')
    if (!isOwn) change(names.includes('everything') ? 'everything' : names)
  }

  const greet = async () => {
    const greeting = GREETING + randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const limit = setTimeout(() => reject(new Error('No greeting arrived')), GREETING_TIMEOUT_MS)
    onGreeting = (received) => received === greeting && resolve()
    try {
      await Promise.all([pool.query('select pg_notify($1, $2)', [CHANNEL, greeting]), promise])
    } finally {
      clearTimeout(limit)
      onGreeting = undefined
    }
  }

  const disconnect = async (error: unknown) => {
    const lost = client
    client = undefined
    isListening = false
    clearTimeout(timer)
    if (!lost || isStopped) return
    log.warn(error, 'Change notifications are interrupted: responses are cached for one second')
    setExact(false)
    timer = setTimeout(connect, RECONNECT_MS)
    await lost.end().catch(() => {})
  }

  const scheduleGreeting = (own: pg.Client) => {
    timer = setTimeout(async () => {
      try {
        await greet()
        if (client === own) scheduleGreeting(own)
      } catch (error) {
        if (client === own) await disconnect(error)
      }
    }, GREET_EVERY_MS)
  }

  const connect = async () => {
    const own = new pg.Client({
      connectionString: databaseUrl,
      application_name: CHANGES_CONNECTION,
      keepAlive: true,
      connectionTimeoutMillis: GREETING_TIMEOUT_MS,
    })
    client = own
    own.on('error', (error) => client === own && void disconnect(error))
    own.on('end', () => client === own && void disconnect(new Error('The connection ended')))
    own.on('notification', (notification) => receive(own, notification))
    try {
      await own.connect()
      // Notifications need no durability, so their commits don't wait for the disk.
      await own.query('set synchronous_commit = off')
      await own.query(`listen ${CHANNEL}`)
      isListening = true
      await greet()
      if (client !== own) return
      setExact(true)
      scheduleGreeting(own)
      await sendWaiting()
    } catch (error) {
      if (client === own) await disconnect(error)
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
