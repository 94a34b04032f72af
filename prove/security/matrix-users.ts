import { AUTH_SECRET } from '#prove/environment/environment.ts'
import { userId } from '#prove/seed.ts'
import type { Role } from '#server/testing/authorization/api-verdicts.ts'
import { forgeTokens } from '#server/testing/authorization/forged-tokens.ts'
import type { CanaryUser } from './canaries.ts'
import { type Credentials, sessionCookie, tokenOf } from './client.ts'
import { USERS } from './plant-canaries.ts'

/** A caller of every route, with the column of expected statuses that applies to them. */
export type MatrixUser = CanaryUser & Credentials & { name: string; column: Role }

const OTHER_SECRET = 'a secret of another shop, which is as long as this one'
const EXPIRED_MS = 16 * 60_000

const visitor = { number: null, isAdmin: false, column: 'visitor' as Role }

/** In the short form: a database test of the API walks through all roles. */
const IN_SHORT = ['visitor', 'buyer', 'other', 'admin']

/** Returns the callers of the API, by access token. */
export async function apiUsers(isShort: boolean): Promise<MatrixUser[]> {
  const of = (number: number) => tokenOf(number)
  const active = await activeUsers(of)
  if (isShort) return active.filter(({ name }) => IN_SHORT.includes(name))
  const clock = () => new Date(Date.now() - EXPIRED_MS)
  const sessionId = userId(USERS.other)
  const forged = await forgeTokens(await of(USERS.admin), AUTH_SECRET)
  const invalid = {
    expired: await tokenOf(USERS.admin, { clock }),
    'of a session that ended': await of(USERS.ended),
    'of a deleted account': await of(USERS.deleted),
    'of another shop’s secret': await tokenOf(USERS.admin, { secret: OTHER_SECRET }),
    'of another user’s session': await tokenOf(USERS.admin, { sessionId }),
    ...forged,
  }
  return [
    ...active,
    ...Object.entries(invalid).map(([kind, token]) => ({
      ...visitor,
      name: `a token that is ${kind}`,
      token,
    })),
  ]
}

/** Returns the users who open pages, by session cookie. */
export async function usersOfPages(isShort: boolean): Promise<MatrixUser[]> {
  const active = await activeUsers(async () => '')
  const withCookie = active.map(({ token: _, ...user }) =>
    user.number === null ? user : { ...user, cookie: sessionCookie(userId(user.number)) },
  )
  if (isShort) return withCookie.filter(({ name }) => IN_SHORT.includes(name))
  const invalid = {
    'of a session that ended': sessionCookie(userId(USERS.ended)),
    'of a deleted account': sessionCookie(userId(USERS.deleted)),
    'of another shop’s secret': sessionCookie(userId(USERS.admin), OTHER_SECRET),
    'without a signature': `forgewell.session_token=${userId(USERS.admin)}`,
  }
  return [
    ...withCookie,
    ...Object.entries(invalid).map(([kind, cookie]) => ({
      ...visitor,
      name: `a cookie that is ${kind}`,
      cookie,
    })),
  ]
}

async function activeUsers(tokenOf: (number: number) => Promise<string>): Promise<MatrixUser[]> {
  const as = async (name: keyof typeof USERS, column: Role) => ({
    name,
    column,
    number: USERS[name],
    isAdmin: column === 'admin',
    token: await tokenOf(USERS[name]),
  })
  return [
    { ...visitor, name: 'visitor' },
    await as('buyer', 'buyer'),
    await as('other', 'other'),
    await as('unverified', 'other'),
    await as('demoted', 'other'),
    await as('admin', 'admin'),
  ]
}
