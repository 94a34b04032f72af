import { EventEmitter, once } from 'node:events'
import { createAccessTokens } from '#shop/auth/access/access-token.server.ts'
import { callShop, overNetwork, type Send } from '#testing/api-driver.ts'
import { startTestShop, type TestShop } from '#testing/shop-process.ts'
import { AUTH_SECRET, type Environment, type Environments } from './environment.ts'
import { userId } from './seed.ts'

/** The kind of a request, so that a kill can target orders or payments. */
export type RequestKind = 'order' | 'payment' | 'other'

/** Status 0 means that no response arrived, so the outcome of the request is unknown. */
export type Reply<Body> = { status: number; body: Body }

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
}

const RESPONSE_TIMEOUT_MS = 30_000
const running = new Set<Promise<TestShop>>()

/** Runs `work` with a shop in a new environment, then stops the shop. */
export async function withShop<Result>(
  environments: Environments,
  work: (shop: ProofShop) => Promise<Result>,
): Promise<Result> {
  const shop = await createProofShop(await environments.open())
  await shop.start()
  return work(shop).finally(shop.stop)
}

/** Kills every running shop, including those still starting. */
export async function killShops(): Promise<void> {
  await Promise.allSettled([...running].map(async (shop) => (await shop).kill()))
}

async function createProofShop(environment: Environment): Promise<ProofShop> {
  const tokens = await createAccessTokens(AUTH_SECRET, () => new Date())
  const sent = new EventEmitter<Record<RequestKind, []>>()
  const waiting = { order: 0, payment: 0, other: 0 }
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
      const starting = startTestShop(environment.settings)
      running.add(starting)
      forget = () => running.delete(starting)
      shop = await starting
    },
    kill: () => end('kill'),
    stop: () => end('stop'),
    send: async (kind, path, { method = 'GET', user, headers, body } = {}) => {
      if (!shop) return noResponse()
      const id = user === undefined ? undefined : userId(user)
      const token = id && (await tokens.issue({ accountId: id, sessionId: id }))
      // The shop may have been killed since.
      if (!shop) return noResponse()
      const network = overNetwork(shop.url, () => AbortSignal.timeout(RESPONSE_TIMEOUT_MS))
      waiting[kind] += 1
      try {
        const sending: Send = (path, init) => {
          const response = network(path, init)
          sent.emit(kind)
          return response
        }
        const { status, body: answered } = await callShop(sending, method, path, {
          ...(headers && { headers }),
          ...(token && { token }),
          ...(typeof body === 'string' ? { text: body } : { body }),
        })
        return { status, body: answered }
      } catch {
        return noResponse()
      } finally {
        waiting[kind] -= 1
      }
    },
    inFlight: (kind) => waiting[kind],
    nextSent: async (kind) => void (await once(sent, kind)),
  }
}

function noResponse<Body>(): Reply<Body> {
  return { status: 0, body: undefined as Body }
}
