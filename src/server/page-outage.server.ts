import { setTimeout } from 'node:timers/promises'
import { unavailable } from '#platform/http/http-errors.ts'

/** Together with the check's 2 seconds, a page is answered within 5 seconds. */
const PATIENCE_MS = 3_000

/**
 * Answers with the page, or 503 with Retry-After when it is not rendered after a few seconds and the
 * database does not answer either: statements on a frozen connection end much later. A page that is
 * only slow is waited for.
 */
export async function pageOrOutage(
  page: Promise<Response>,
  isReachable: () => Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<Response> {
  const stopped = new AbortController()
  const waiting = setTimeout(patienceMs, 'late' as const, { signal: stopped.signal })
  // Aborted when the page is ready in time.
  waiting.catch(() => {})
  try {
    const first = await Promise.race([page, waiting])
    if (first !== 'late') return first
  } finally {
    stopped.abort()
  }
  const outage = isReachable().then((isUp) => (isUp ? page : outagePage()))
  return Promise.race([page, outage])
}

function outagePage(): Response {
  const { body, status, headers } = unavailable()
  return new Response(simplePage(body.message), {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  })
}

/** A page that asks to try again, rendered without any dependency. */
export function simplePage(message: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Please try again</title><p>${message}</p></html>`
}
