import { type AuthResult, callAuth } from '#shop/auth/auth-client.ts'

type Outcome = AuthResult<unknown> | { ok: false; status: 0; code: 'passkey-cancelled' }

const cancelled = { ok: false, status: 0, code: 'passkey-cancelled' } as const

/** Signs in with a passkey. The passkey code loads on demand. */
export async function signInWithPasskey(): Promise<Outcome> {
  const options = await callAuth<object>('GET', 'passkey/generate-authenticate-options')
  if (!options.ok) return options
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = { ...options.body, userVerification: 'required' } as never
  const response = await startAuthentication({ optionsJSON }).catch(() => null)
  if (!response) return cancelled
  return callAuth('POST', 'passkey/verify-authentication', { response })
}

/** Creates a passkey for the signed-in user. */
export async function addPasskey(name: string, password: string): Promise<Outcome> {
  const options = await callAuth<object>('POST', 'passkey/generate-register-options', {
    password,
  })
  if (!options.ok) return options
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options.body as never
  const response = await startRegistration({ optionsJSON }).catch(() => null)
  if (!response) return cancelled
  return callAuth('POST', 'passkey/verify-registration', { response, name })
}
