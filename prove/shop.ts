import { EventEmitter, once } from 'node:events'
import { createAccessTokens } from '#shop/auth/access/access-token.server.ts'
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
    send: async (kind, path, { method = 'GET', user, headers: more, body } = {}) => {
      if (!shop) return noResponse()
      const headers = new Headers(more)
      if (user !== undefined) {
        const id = userId(user)
        const token = await tokens.issue({ accountId: id, sessionId: id })
        headers.set('Authorization', `Bearer ${token}`)
      }
      if (typeof body === 'object') headers.set('Content-Type', 'application/json')
      const init = { method, headers, signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) }
      waiting[kind] += 1
      try {
        const response = fetch(`${shop.url}${path}`, {
          ...init,
          ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        })
        sent.emit(kind)
        return await read(await response)
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

async function read<Body>(response: Response): Promise<Reply<Body>> {
  const isJson = response.headers.get('Content-Type')?.includes('json')
  const text = await response.text()
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Body }
}

function noResponse<Body>(): Reply<Body> {
  return { status: 0, body: undefined as Body }
}
