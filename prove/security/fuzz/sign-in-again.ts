import { cookiesOf } from '#prove/security/client.ts'
import { PASSWORD } from '#prove/security/passwords.ts'
import { authenticatorCode } from '#server/testing/api-driver.ts'
import type { Actor } from './actors.ts'
import type { Call } from './caller.ts'

/** The secrets that a user stored when setting up an authenticator. */
export type SecondFactor = { totpURI: string; backupCodes: string[] }

/** Signs a user in as a browser does, with the second factor if there is one; undefined if refused. */
export async function signInAgain(
  { email, number }: Actor,
  call: Call,
  secondFactor?: SecondFactor,
): Promise<Actor | undefined> {
  const user = { email, ...(number !== undefined && { number }) }
  const body = { email, password: PASSWORD }
  const answer = await call(user, 'POST', '/auth/sign-in/email', { body })
  if (answer?.status !== 200) return undefined
  const cookie = cookiesOf(answer.headers)
  if (!answer.json?.twoFactorRedirect) return withToken({ ...user, cookie }, call)
  return secondFactor && verify({ ...user, cookie }, call, secondFactor)
}

/** Exchanges the session cookie for an access token. */
export async function withToken(actor: Actor, call: Call): Promise<Actor | undefined> {
  const { email } = actor
  const issued = await call(actor, 'PUT', `/users/${encodeURIComponent(email)}`, {
    body: { email },
  })
  return issued?.status === 200 ? { ...actor, token: issued.json.token } : undefined
}

/** A recovery code while there are some: the code of this moment may have been used already. */
async function verify(
  actor: Actor,
  call: Call,
  { totpURI, backupCodes }: SecondFactor,
): Promise<Actor | undefined> {
  const backup = backupCodes.shift()
  const path = backup === undefined ? 'verify-totp' : 'verify-backup-code'
  const code = backup ?? (await authenticatorCode(totpURI))
  const verified = await call(actor, 'POST', `/auth/two-factor/${path}`, { body: { code } })
  if (verified?.status !== 200) return undefined
  return withToken({ ...actor, cookie: cookiesOf(verified.headers) }, call)
}
