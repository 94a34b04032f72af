import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { AUTH_SECRET, type Environment } from '#prove/environment/environment.ts'
import { userId } from '#prove/seed.ts'
import type { ProofShop, Reply } from '#prove/shop.ts'
import { inParallel } from '#prove/waiting.ts'
import { callShop, type Send } from '#server/testing/api-driver.ts'
import { startTestShop, type TestShop } from '#server/testing/shop-process.ts'
import { createAccessTokens } from '#shop/auth/access/access-token.server.ts'

const RESPONSE_LIMIT_MS = 40_000

/** Shops on one database whose requests go through `url`, a proxy or one of them. */
export type ShopGroup = {
  /** For the proof's workload: all shops together. */
  shop: ProofShop
  members: TestShop[]
  /** Stops one with SIGTERM and starts it again. */
  restart: (index: number) => Promise<void>
  /** Requests that got no response, or one of 500 and more. */
  failures: Failure[]
}

export type Failure = { method: string; path: string; status: number }

/** Started groups, so that a failed proof ends them. */
const running = new Set<TestShop>()

export async function killGroups(): Promise<void> {
  await Promise.allSettled([...running].map((member) => member.kill()))
}

/** Starts one shop per entry of `settings`; with `url`, requests go there. */
export async function startGroup(
  environment: Environment,
  settings: Record<string, string>[],
  url?: string,
): Promise<ShopGroup> {
  const tokens = await createAccessTokens(AUTH_SECRET, () => new Date())
  const members: TestShop[] = []
  const failures: Failure[] = []
  const stopping = new Set<TestShop>()
  const startOne = async (index: number) => {
    const member = await startTestShop({ ...environment.settings, ...settings[index] })
    running.add(member)
    members[index] = member
  }
  const stopOne = async (member: TestShop | undefined) => {
    if (!member) return
    stopping.add(member)
    await member.stop()
    running.delete(member)
  }
  // One after the other: the first one migrates.
  const start = async () => {
    for (const index of settings.keys()) await startOne(index)
  }
  await start()
  // The card provider is not behind the shop's proxy.
  const isProvider = (path: string) => path.startsWith('/simulators/')
  const targetOf = (path: string) => {
    const member = members.find((candidate) => !stopping.has(candidate))?.url ?? ''
    return isProvider(path) ? member : (url ?? member)
  }
  const fail = (failure: Failure) => !isProvider(failure.path) && failures.push(failure)
  const send: ProofShop['send'] = async (_kind, path, options = {}) => {
    const { method = 'GET', user, headers, body } = options
    const id = user === undefined ? undefined : userId(user)
    const token = id && (await tokens.issue({ accountId: id, sessionId: id }))
    try {
      const answer = await callShop(onNewConnection(targetOf(path)), method, path, {
        ...(headers && { headers }),
        ...(token && { token }),
        ...(typeof body === 'string' ? { text: body } : { body }),
      })
      if (answer.status >= 500) fail({ method, path, status: answer.status })
      return { status: answer.status, body: answer.body }
    } catch {
      fail({ method, path, status: 0 })
      return { status: 0, body: undefined } as Reply<never>
    }
  }
  const stop = async () => void (await inParallel(4, members.splice(0), stopOne))
  return {
    // Only the parts that the workload and the audit use.
    shop: { environment, start, stop, kill: killGroups, send } as ProofShop,
    members,
    restart: async (index) => {
      await stopOne(members[index])
      await startOne(index)
    },
    failures,
  }
}

/**
 * Sends each request on a connection of its own: a client that reuses one may lose a request when the
 * server closes it at the same moment, whatever the shop does.
 */
function onNewConnection(url: string): Send {
  return async (path, { method, headers, body }) => {
    headers.set('Origin', headers.get('Origin') ?? url)
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const sent = request(
      `${url}${path}`,
      {
        method,
        headers: Object.fromEntries(headers),
        agent: false,
        signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
      },
      async (received) => {
        try {
          const { statusCode: status = 0, headers: given } = received
          const bytes = new Uint8Array(await buffer(received))
          const known = Object.entries(given).map(([name, value]) => [name, `${value}`])
          const hasBody = ![204, 304].includes(status)
          resolve(new Response(hasBody ? bytes : null, { status, headers: Object.fromEntries(known) }))
        } catch (error) {
          reject(error)
        }
      },
    )
    sent.on('error', reject)
    sent.end(body)
    return promise
  }
}
