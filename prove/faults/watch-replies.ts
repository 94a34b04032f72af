import type { ProofShop } from '#prove/shop.ts'

export type WatchedReplies = {
  answered: number
  /** Responses with 503 or 507. */
  refused: number
  /** Requests without a response. */
  silent: number
  slowestMs: number
  /** Refusals without Retry-After, other responses of 500 and above, and what took too long. */
  deviations: string[]
}

/** Watches every request of the shop: failures must be clear, and responses come within `limitMs`. */
export function watchReplies(shop: ProofShop, limitMs: number): WatchedReplies {
  const watched: WatchedReplies = {
    answered: 0,
    refused: 0,
    silent: 0,
    slowestMs: 0,
    deviations: [],
  }
  shop.watch(({ path, status, retryAfter, milliseconds }) => {
    watched.slowestMs = Math.max(watched.slowestMs, Math.round(milliseconds))
    if (milliseconds > limitMs) {
      watched.deviations.push(`${path} took ${Math.round(milliseconds)} ms (status ${status})`)
    }
    if (status === 0) watched.silent += 1
    else watched.answered += 1
    if (status < 500) return
    watched.refused += 1
    if (status !== 503 && status !== 507) watched.deviations.push(`${path} returned ${status}`)
    else if (!retryAfter) watched.deviations.push(`${path} returned ${status} without Retry-After`)
  })
  return watched
}

export type Probe = { status: number; retryAfter: string | null; milliseconds: number }

/** Requests a path as a visitor; status 0 means no response within ten seconds. */
export async function probe(shop: ProofShop, path: string): Promise<Probe> {
  const sentAt = performance.now()
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch(`${shop.running().url}${path}`, { signal }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => {})
  return {
    status: answer?.status ?? 0,
    retryAfter: answer?.headers.get('Retry-After') ?? null,
    milliseconds: Math.round(performance.now() - sentAt),
  }
}
