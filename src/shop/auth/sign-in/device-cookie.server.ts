import { randomUUID } from 'node:crypto'
import type { Auth } from 'better-auth'
import type { Context } from 'hono'
import { generateSignedCookie, getSignedCookie } from 'hono/cookie'
import { normalEmail } from '#platform/email.ts'

export type DeviceCookies = ReturnType<typeof createDeviceCookies>

const NAME = 'forgewell_device'
const A_YEAR = 365 * 24 * 3600

/**
 * Marks a browser in which this account was registered or has logged in before, by any way (OWASP:
 * device cookie). Its failures are counted separately from those of unknown browsers, so that attackers
 * cannot lock the user out. The cookie grants no access and is not valid for other accounts.
 */
export function createDeviceCookies({ secret, site }: { secret: string; site: { publicUrl: string } }) {
  const isHttps = site.publicUrl.startsWith('https:')
  const name = isHttps ? `__Host-${NAME}` : NAME
  const keyOf = (email: string) => `${secret} device of ${email}`

  /** Returns the request's device if this account knows it. */
  async function deviceOf(c: Context, email: string): Promise<string | null> {
    return (await getSignedCookie(c, keyOf(email), name)) || null
  }

  /** Marks the device that has just logged in; a known one keeps its id, and so its failure count. */
  async function markDevice(answer: Response, email: string, known: string | null): Promise<void> {
    const cookie = await generateSignedCookie(name, known ?? randomUUID(), keyOf(email), {
      path: isHttps ? '/' : '/api/auth',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: A_YEAR,
      secure: isHttps,
    })
    answer.headers.append('Set-Cookie', cookie)
  }

  /** Marks the device if the answer begins a session, for logins that do not name the account. */
  async function markSignedIn(c: Context, auth: Auth, answer: Response): Promise<void> {
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ')
    if (!cookie.includes('session_token=')) return
    const session = await auth.api.getSession({ headers: new Headers({ cookie }) })
    if (!session) return
    const email = normalEmail(session.user.email)
    await markDevice(answer, email, await deviceOf(c, email))
  }

  return { deviceOf, markDevice, markSignedIn }
}
