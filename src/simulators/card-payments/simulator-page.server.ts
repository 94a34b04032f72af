import { Hono } from 'hono'
import type { Pool } from 'pg'

export function createPage(_pool: Pool, _clock: () => Date): Hono {
  return new Hono()
}
