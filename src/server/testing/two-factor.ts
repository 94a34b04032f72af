import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'

/** The authenticator code for this setup, `steps` × 30 seconds from now. */
export function authenticatorCode(totpURI: string, steps = 0): Promise<string> {
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const raw = new TextDecoder().decode(base32.decode(secret))
  return createOTP(raw).hotp(Math.floor(Date.now() / 30_000) + steps)
}
