import { networksOf } from '#platform/http/ip-address.server.ts'

const MAX_KEYS = 20_000

/** Counts events of a key, by default one; returns the seconds to wait beyond the limit, otherwise null. */
export type RequestCounter = (key: string, most: number, events?: number) => number | null

/** Counts events of the networks of an IP address; returns the seconds to wait beyond a limit, otherwise null. */
export function countNetworks(
  count: RequestCounter,
  ipAddress: string | null,
  most: number,
  events = 1,
): number | null {
  if (ipAddress === null) return null
  for (const { network, times } of networksOf(ipAddress)) {
    const seconds = count(network, most * times, events)
    if (seconds !== null) return seconds
  }
  return null
}

/**
 * Counts frequent requests in the memory of this process, per key and span of `seconds`. Each process
 * counts separately, which bounds its work without a database write per request.
 */
export function createRequestCounter(seconds: number, clock: () => Date): RequestCounter {
  const spans = new Map<string, { count: number; endsAt: number }>()
  return (key, most, events = 1) => {
    const now = clock().getTime()
    const span = spans.get(key)
    if (span && span.endsAt > now) {
      span.count += events
      return span.count > most ? Math.ceil((span.endsAt - now) / 1000) : null
    }
    // Deleted first, so that the map stays ordered by the end of the spans.
    spans.delete(key)
    deleteEnded(spans, now)
    spans.set(key, { count: events, endsAt: now + seconds * 1000 })
    return events > most ? seconds : null
  }
}

function deleteEnded(spans: Map<string, { endsAt: number }>, now: number): void {
  for (const [key, { endsAt }] of spans) {
    if (endsAt > now && spans.size < MAX_KEYS) return
    spans.delete(key)
  }
}
