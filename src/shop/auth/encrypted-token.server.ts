import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'

/**
 * Encrypts a token as a JWE with a key derived from `secret` for this purpose only: reset links
 * wait in the outbox and must not be readable in the database or a backup.
 */
export function encryptToken(secret: string, token: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(token))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keyFrom(secret))
}

/** Decrypts a token. Throws when it was encrypted with another secret or modified. */
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
