import type { Context } from 'hono'

/** Returns whether the client accepts JSON instead of the simulator's page. */
export function wantsJson(c: Context): boolean {
  return c.req.header('accept')?.includes('application/json') ?? false
}
