import type { MiddlewareHandler } from 'hono'
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
  outage = outagePage,
): Promise<Response> {
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), patienceMs)
  const first = await Promise.race([page, late.promise]).finally(() => clearTimeout(timer))
  if (first !== 'late') return first
  const verdict = isReachable().then((isUp) => (isUp ? page : outage()))
  return Promise.race([page, verdict])
}

/**
 * The same for API calls, with a refusal as JSON. The call goes on: its client repeats it with the same
 * Idempotency-Key, as after any lost response.
 */
export function limitOutages(
  isReachable: () => Promise<boolean>,
  patienceMs = PATIENCE_MS,
): MiddlewareHandler {
  return async (c, next) => {
    let isOutage = false
    const refuse = () => {
      isOutage = true
      const { body, status, headers } = unavailable()
      return Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
    }
    const response = await pageOrOutage(
      next().then(() => c.res),
      isReachable,
      patienceMs,
      refuse,
    )
    if (isOutage && response !== c.res) return response
  }
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
