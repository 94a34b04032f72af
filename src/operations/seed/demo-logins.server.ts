import { Hono } from 'hono'
import type { Db } from '#platform/database/database.server.ts'
import { hasLoopbackHost } from '#platform/http/local-access.server.ts'
import { type Login, passwordHash } from './logins.server.ts'

/**
 * Lists the generated logins of a demo whose passwords are unchanged, for the login page to fill in.
 * Mount it behind the simulators' guard; requests to any but a loopback host get 404.
 */
export function createDemoLogins(db: Db, logins: Login[]): Hono {
  return new Hono().get('/', async (c) => {
    if (!hasLoopbackHost(c)) return c.notFound()
    const offered = []
    for (const { who, email, password, hash } of logins) {
      if (password !== null && (await passwordHash(db, email)) === hash) {
        offered.push({ who, email, password })
      }
    }
    return c.json(offered, 200, { 'Cache-Control': 'no-store' })
  })
}
