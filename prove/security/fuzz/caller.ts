import type { Random } from '#prove/random.ts'
import { callApi, type Received, type Sent } from '#prove/security/client.ts'
import type { CheckAnswer } from '#server/testing/documented-answers.ts'
import type { Actor } from './actors.ts'
import type { KnownValues } from './known-values.ts'

/** The shared log of all workers. */
export type FuzzLog = {
  calls: number
  statuses: Map<number, number>
  operations: Set<string>
  milliseconds: number[]
  deviations: string[]
  /** Visitors' requests with short answers, with the milliseconds that they took. */
  visits: { path: string; milliseconds: number }[]
}

/** Far above the duration of any call, even on a busy machine. */
export const TIME_LIMIT_MS = 10_000

/** A longer answer may cost more, such as a complete list. */
const SHORT_ANSWER_BYTES = 64 * 1024

/** Other systems have only one loopback address. */
const MAX_ADDRESSES = process.platform === 'linux' ? 50 : 1

export type Call = (
  actor: Actor,
  method: string,
  path: string,
  sent?: Omit<Sent, 'token' | 'cookie'>,
) => Promise<Received | undefined>

/** Calls the shop, checks each answer and learns from it. */
export function createCaller(shop: {
  url: string
  output: () => string
  check: CheckAnswer
  log: FuzzLog
  known: KnownValues
  random: Random
}): Call {
  const { url, output, check, log, known, random } = shop
  return async (actor, method, path, sent = {}) => {
    const actorName = actor.number === undefined ? 'a visitor' : `user ${actor.number}`
    const what = () =>
      `${method} ${path.slice(0, 200)} as ${actorName} ${(sent.raw ?? JSON.stringify(sent.body) ?? '').slice(0, 300)}`
    log.calls += 1
    // From many addresses, so that the limits of one network don't end the exploration.
    const from = `127.0.0.${random.integer(1, MAX_ADDRESSES)}`
    try {
      const received = await callApi(url, method, path, {
        ...sent,
        from,
        ...(actor.token && { token: actor.token }),
        ...(actor.cookie && { cookie: actor.cookie }),
      })
      const { status, text } = received
      log.statuses.set(status, (log.statuses.get(status) ?? 0) + 1)
      log.milliseconds.push(received.milliseconds)
      const isShort = received.bytes.length <= SHORT_ANSWER_BYTES
      if (method === 'GET' && actor.number === undefined && isShort) {
        log.visits.push({ path: `/api${path}`, milliseconds: received.milliseconds })
      }
      if (received.milliseconds > TIME_LIMIT_MS) {
        log.deviations.push(`${what()}: took ${Math.round(received.milliseconds)} ms`)
      }
      if (status === 500) {
        log.deviations.push(`${what()}: 500 ${text.slice(0, 100)} ${output().slice(-700)}`)
      }
      const deviation = await check({
        method,
        path: new URL(`${url}${path}`).pathname,
        status,
        type: received.headers.get('Content-Type') ?? '',
        readBody: () => received.json,
      })
      if (deviation) log.deviations.push(`${what()}: ${deviation.slice(0, 300)}`)
      if (status < 300) known.learn(path.replace(/\?.*/, ''), received.json)
      return received
    } catch (error) {
      log.deviations.push(`${what()}: no answer, ${error instanceof Error ? error.message : error}`)
      return undefined
    }
  }
}
