import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'

/**
 * Encrypts a token as a JWE with a key derived from `secret` for this purpose alone: a reset link
 * waits in the outbox, where a reader of the database or of a backup must not find it.
 */
export function encryptToken(secret: string, token: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(token))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keyFrom(secret))
}

/** The token again. Throws when it was encrypted with another secret, or changed since. */
export async function decryptToken(secret: string, encrypted: string): Promise<string> {
  const { plaintext } = await compactDecrypt(encrypted, keyFrom(secret), {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  return new TextDecoder().decode(plaintext)
}

function keyFrom(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'reset-link', 32))
}
