import { expect, test } from 'vitest'
import { mailboxOf } from './link-mail-limits.server.ts'

test.each([
  ['jane@example.com', 'jane@example.com'],
  ['Jane+Tools@Example.com', 'jane@example.com'],
  ['jane+a+b@example.com', 'jane@example.com'],
  ['j.a.ne+x@gmail.com', 'jane@gmail.com'],
  ['j.ane@googlemail.com', 'jane@gmail.com'],
  ['j.ane@example.com', 'j.ane@example.com'],
  ['jane-tools@yahoo.com', 'jane@yahoo.com'],
  ['jane-tools+x@yahoo.co.uk', 'jane@yahoo.co.uk'],
  ['anna-maria@example.com', 'anna-maria@example.com'],
  ['anna-maria@gmail.com', 'anna-maria@gmail.com'],
  ['+jane@example.com', '+jane@example.com'],
])('%s reaches the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
