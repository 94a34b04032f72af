import { expect, test } from 'vitest'
import { registerForm } from './auth-forms.ts'

const { email } = registerForm.shape

test.each([
  `${'a'.repeat(65)}@example.com`,
  `jane@${'a'.repeat(64)}.com`,
  'jane@example-.com',
  'jane@-example.com',
  'jane@example',
])('%s is not an e-mail address', (typed) => {
  expect(email.safeParse(typed).error?.issues[0]?.message).toBe('Your email is not valid')
})

test.each([
  `${'a'.repeat(64)}@example.com`,
  `jane@${'a'.repeat(63)}.com`,
  "pat.o'brien+shop@ex-ample.co.uk",
  'müller@exämple.de',
])('%s is an e-mail address', (typed) => {
  expect(email.safeParse(typed).success).toBe(true)
})
