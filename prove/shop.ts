import { EventEmitter, once } from 'node:events'
import { createAccessTokens } from '#shop/auth/access/access-token.server.ts'
import { startTestShop, type TestShop } from '#testing/shop-process.ts'
import { AUTH_SECRET, type Ground, type Grounds } from './environment.ts'
import { personId } from './seed.ts'

/** What is asked of the shop, as far as a kill aims at it. */
export type Step = 'order' | 'payment' | 'other'

/** Status 0: no answer came, so nobody knows what became of the request. */
export type Answer<Body> = { status: number; body: Body }

/** The built shop as a process of its own, on a ground of its own. */
export type ProofShop = {
  ground: Ground
  start: () => Promise<void>
  /** As `kill -9` does. */
  kill: () => Promise<void>
  /** As an operator does. */
  stop: () => Promise<void>
  /** Sends a request to the running shop; the person is signed in. */
  send: <Body>(
    step: Step,
    path: string,
    request?: { method?: string; person?: number; headers?: HeadersInit; body?: object | string },
  ) => Promise<Answer<Body>>
  /** How many requests of a step wait for their answer. */
  underWay: (step: Step) => number
  /** The moment when the next request of a step has been sent. */
  nextSent: (step: Step) => Promise<void>
}

const ANSWER_LIMIT_MS = 30_000
const running = new Set<Promise<TestShop>>()

/** Opens a shop on a new ground for as long as `work` takes. */
export async function withShop<Done>(
  grounds: Grounds,
  work: (shop: ProofShop) => Promise<Done>,
): Promise<Done> {
  const shop = await createProofShop(await grounds.open())
  await shop.start()
  return work(shop).finally(shop.stop)
}

/** Ends every shop of the proof at once, those too that are about to open. */
export async function killShops(): Promise<void> {
  await Promise.allSettled([...running].map(async (shop) => (await shop).kill()))
}

async function createProofShop(ground: Ground): Promise<ProofShop> {
  const tokens = await createAccessTokens(AUTH_SECRET, () => new Date())
  const sent = new EventEmitter<Record<Step, []>>()
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
    ground,
    start: async () => {
      const starting = startTestShop(ground.settings)
      running.add(starting)
      forget = () => running.delete(starting)
      shop = await starting
    },
    kill: () => end('kill'),
    stop: () => end('stop'),
    send: async (step, path, { method = 'GET', person, headers: more, body } = {}) => {
      if (!shop) return unanswered()
      const headers = new Headers(more)
      if (person !== undefined) {
        const id = personId(person)
        const token = await tokens.issue({ accountId: id, sessionId: id })
        headers.set('Authorization', `Bearer ${token}`)
      }
      if (typeof body === 'object') headers.set('Content-Type', 'application/json')
      const init = { method, headers, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }
      waiting[step] += 1
      try {
        const answering = fetch(`${shop.url}${path}`, {
          ...init,
          ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        })
        sent.emit(step)
        return await read(await answering)
      } catch {
        return unanswered()
      } finally {
        waiting[step] -= 1
      }
    },
    underWay: (step) => waiting[step],
    nextSent: async (step) => void (await once(sent, step)),
  }
}

async function read<Body>(response: Response): Promise<Answer<Body>> {
  const isJson = response.headers.get('Content-Type')?.includes('json')
  const text = await response.text()
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Body }
}

function unanswered<Body>(): Answer<Body> {
  return { status: 0, body: undefined as Body }
}
