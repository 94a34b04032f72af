import { expect, test } from 'vitest'
import { createPasswordHashing } from './password-hashing.server.ts'

test('4 hashes run at once and 64 wait; the 69th is refused immediately', async () => {
  const passwords = createPasswordHashing()
  const crowd = Array.from({ length: 69 }, () => passwords.hash('correct horse'))
  const done = await Promise.allSettled(crowd)
  const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject([{ status: 503, headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } }])
})
