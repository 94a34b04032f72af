import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

// A reset link waits in the outbox, where whoever reads the database or a backup must not find it.

/** Seals a token with a key made from `secret` for this purpose alone. */
export function sealToken(secret: string, token: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), nonce)
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The token again. Throws when it was sealed with another secret, or changed since. */
export function openToken(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
}

function keyFrom(secret: string): Buffer {
  return createHash('sha256').update(`reset-link ${secret}`).digest()
}
