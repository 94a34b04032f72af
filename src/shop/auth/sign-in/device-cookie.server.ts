import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { generateSignedCookie, getSignedCookie } from 'hono/cookie'

const NAME = 'forgewell_device'
const A_YEAR = 365 * 24 * 3600

/**
 * What a browser carries in which this account has logged in before (OWASP calls it a device
 * cookie): its own failures count, not those of strangers, so nobody else can lock its owner out.
 * It opens nothing by itself, and is worth nothing for another account.
 */
export function createDeviceCookies({
  secret,
  site,
}: {
  secret: string
  site: { publicUrl: string }
}) {
  const keyOf = (email: string) => `${secret} device of ${email}`

  /** The device that asks, when this account knows it. */
  async function deviceOf(c: Context, email: string): Promise<string | null> {
    return (await getSignedCookie(c, keyOf(email), NAME)) || null
  }

  /** Marks the device that has just logged in; a known one keeps its name, and so its failures. */
  async function markDevice(answer: Response, email: string, known: string | null): Promise<void> {
    const cookie = await generateSignedCookie(NAME, known ?? randomUUID(), keyOf(email), {
      ...{ path: '/api/auth', httpOnly: true, sameSite: 'Lax', maxAge: A_YEAR },
      secure: site.publicUrl.startsWith('https:'),
    })
    answer.headers.append('Set-Cookie', cookie)
  }

  return { deviceOf, markDevice }
}
