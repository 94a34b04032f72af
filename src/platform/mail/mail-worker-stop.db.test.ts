import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { startSmtpServer } from '#platform/testing/smtp-server.ts'
import { queueTo, smtpTo, waiting, workerOn } from './testing/mail-worker-fixture.ts'

test('a running worker sends queued mails and stops after the current one', async () => {
  const { db } = await createTestDatabase()
  const server = await startSmtpServer()
  const worker = workerOn(db, smtpTo(server.url))
  worker.start()
  await queueTo(db, 'jane@example.com')
  await expect.poll(() => server.received.length, { timeout: 2_000 }).toBe(1)
  await worker.stop()
  await queueTo(db, 'john@example.com')
  expect(await waiting(db)).toHaveLength(1)
})

test('a stopping worker leaves mails that are still prepared to the next process at once', async () => {
  const { db } = await createTestDatabase()
  await queueTo(db, 'jane@example.com')
  const { promise: rendering, resolve: startRendering } = Promise.withResolvers<void>()
  const worker = workerOn(db, { send: async () => 'accepted', close: () => {} }, () => {
    startRendering()
    return new Promise(() => {})
  })
  worker.start()
  await rendering
  await worker.stop()
  expect(await waiting(db)).toMatchObject([{ attempts: 0, lastError: null, deadAt: null }])
  const server = await startSmtpServer()
  expect(await workerOn(db, smtpTo(server.url)).sendDueMail()).toBe(1)
  expect(server.received).toHaveLength(1)
})

test('a stopping worker cuts off a silent mail server, and the next process sends the mail', async () => {
  const { db } = await createTestDatabase()
  await queueTo(db, 'jane@example.com')
  const { promise: sending, resolve: startSending } = Promise.withResolvers<void>()
  const worker = workerOn(db, {
    send: (_, __, signal) => {
      startSending()
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    },
    close: () => {},
  })
  worker.start()
  await sending
  await worker.stop()
  expect(await waiting(db)).toMatchObject([{ attempts: 0, lastError: null, deadAt: null }])
  const server = await startSmtpServer()
  expect(await workerOn(db, smtpTo(server.url)).sendDueMail()).toBe(1)
})
