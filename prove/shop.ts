import { EventEmitter, once } from 'node:events'
import { AUTH_SECRET, type Environment, type Environments } from '#prove/environment/environment.ts'
import { callShop, overNetwork, type Send } from '#server/testing/api-driver.ts'
import { startTestShop, type TestShop } from '#server/testing/shop-process.ts'
import { createAccessTokens } from '#shop/auth/access/access-token.server.ts'
import { userId } from './seed.ts'

/** The kind of a request, so that a kill can target orders, payments, refunds, or shipments and returns. */
export type RequestKind = 'order' | 'payment' | 'refund' | 'shipping' | 'other'

/** Status 0 means that no response arrived, so the outcome of the request is unknown. */
export type Reply<Body> = { status: number; body: Body }

/** How a request ended, for those who watch all of them. */
export type Ended = {
  kind: RequestKind
  path: string
  status: number
  retryAfter: string | null
  milliseconds: number
}

/** The built shop as a separate process in its own environment. */
export type ProofShop = {
  environment: Environment
  start: () => Promise<void>
  /** Sends SIGKILL. */
  kill: () => Promise<void>
  /** Sends SIGTERM and waits for the process to exit. */
  stop: () => Promise<void>
  /** Sends a request to the running shop, signed in as user number `user`. */
  send: <Body>(
    kind: RequestKind,
    path: string,
    request?: { method?: string; user?: number; headers?: HeadersInit; body?: object | string },
  ) => Promise<Reply<Body>>
  /** Returns the number of requests of a kind without a response yet. */
  inFlight: (kind: RequestKind) => number
  /** Resolves when the next request of a kind has been sent. */
  nextSent: (kind: RequestKind) => Promise<void>
  /** Calls `listener` after each request. */
  watch: (listener: (ended: Ended) => void) => void
  /** The running process. Throws when there is none. */
  running: () => TestShop
}

/** The shop settings that a scenario changes. */
export type ShopChanges = {
  settings?: Record<string, string>
  /** The shop's time, for its access tokens. */
  clock?: () => Date
  /** How long a request waits for its response. */
  responseMs?: number
  /** Whether a request is repeated with a new access token after a 401, as a browser does. */
  renews?: boolean
}

const RESPONSE_TIMEOUT_MS = 30_000
const running = new Set<Promise<TestShop>>()

/** Runs `work` with a shop in a new environment, then stops the shop. */
export async function withShop<Result>(
  environments: Environments,
  work: (shop: ProofShop) => Promise<Result>,
): Promise<Result> {
  return withShopIn(await environments.open(), work)
}

/** Runs `work` with a shop in this environment, then stops the shop. */
export async function withShopIn<Result>(
  environment: Environment,
  work: (shop: ProofShop) => Promise<Result>,
  changes: ShopChanges = {},
): Promise<Result> {
  const shop = await createProofShop(environment, changes)
  await shop.start()
  return work(shop).finally(shop.stop)
}

/** Kills every running shop, including those still starting. */
export async function killShops(): Promise<void> {
  await Promise.allSettled([...running].map(async (shop) => (await shop).kill()))
}

async function createProofShop(
  environment: Environment,
  { settings = {}, clock = () => new Date(), responseMs = RESPONSE_TIMEOUT_MS, renews = false }: ShopChanges,
): Promise<ProofShop> {
  const tokens = await createAccessTokens(AUTH_SECRET, clock)
  const sent = new EventEmitter<Record<RequestKind, []>>()
  const listeners: ((ended: Ended) => void)[] = []
  const waiting = { order: 0, payment: 0, refund: 0, shipping: 0, other: 0 }
  let shop: TestShop | undefined
  let forget = () => {}
  const end = async (how: 'kill' | 'stop') => {
    const ending = shop
    shop = undefined
    await ending?.[how]()
    forget()
  }
  return {
    environment,
    start: async () => {
      const starting = startTestShop({ ...environment.settings, ...settings })
      running.add(starting)
      forget = () => running.delete(starting)
      shop = await starting
    },
    kill: () => end('kill'),
    stop: () => end('stop'),
    send: async (kind, path, { method = 'GET', user, headers, body } = {}) => {
      if (!shop) return noResponse()
      const id = user === undefined ? undefined : userId(user)
      const issue = async () => id && (await tokens.issue({ accountId: id, sessionId: id }))
      const token = await issue()
      // The shop may have been killed since.
      if (!shop) return noResponse()
      const network = overNetwork(shop.url, () => AbortSignal.timeout(responseMs))
      waiting[kind] += 1
      const sentAt = performance.now()
      let answer: { status: number; headers?: Headers } = { status: 0 }
      try {
        const sending: Send = (path, init) => {
          const response = network(path, init)
          sent.emit(kind)
          return response
        }
        const call = (token: string | undefined) =>
          callShop(sending, method, path, {
            ...(headers && { headers }),
            ...(token && { token }),
            ...(typeof body === 'string' ? { text: body } : { body }),
          })
        let answered = await call(token)
        if (renews && token && answered.status === 401) answered = await call(await issue())
        answer = answered
        return { status: answered.status, body: answered.body }
      } catch {
        return noResponse()
      } finally {
        waiting[kind] -= 1
        const milliseconds = performance.now() - sentAt
        const retryAfter = answer.headers?.get('Retry-After') ?? null
        for (const listener of listeners) {
          listener({ kind, path, status: answer.status, retryAfter, milliseconds })
        }
      }
    },
    inFlight: (kind) => waiting[kind],
    nextSent: async (kind) => void (await once(sent, kind)),
    watch: (listener) => void listeners.push(listener),
    running: () => {
      if (!shop) throw new Error('The shop is not running')
      return shop
    },
  }
}

function noResponse<Body>(): Reply<Body> {
  return { status: 0, body: undefined as Body }
}
