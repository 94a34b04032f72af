import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { startSmtpServer } from '#platform/testing/smtp-server.ts'
import { queueMail } from './outbox.server.ts'
import { queueTo, smtpTo, waiting, workerOn } from './testing/mail-worker-fixture.ts'

const letTimePass = (db: Db) => db.updateTable('outgoingMail').set({ dueAt: sql<Date>`now()` }).execute()

test('a mail is sent by SMTP with HTML and text and removed from the outbox', async () => {
  const { db } = await createTestDatabase()
  const server = await startSmtpServer()
  await queueTo(db, 'jane@example.com')
  const [queued] = await waiting(db)
  expect(await workerOn(db, smtpTo(server.url)).sendDueMail()).toBe(1)
  expect(server.received).toMatchObject([{ to: 'jane@example.com' }])
  const raw = server.received[0]?.raw ?? ''
  expect(raw).toContain('From: Forgewell <shop@example.com>')
  expect(raw).toContain(`Message-ID: <${queued?.id}@example.com>`)
  expect(raw).toContain('Content-Type: text/plain')
  expect(raw).toContain('Content-Type: text/html')
  expect(await waiting(db)).toEqual([])
})

test('a file is attached by SMTP', async () => {
  const server = await startSmtpServer()
  const bytes = Buffer.from('%PDF-1.7 tools')
  const attachments = [{ name: 'INV-1.pdf', type: 'application/pdf', bytes }]
  const mail = { to: 'jane@example.com', subject: 'Paid', html: '<p>Paid</p>', text: 'Paid' }
  const never = new AbortController().signal
  await smtpTo(server.url).send('1', { ...mail, attachments }, never)
  const raw = server.received[0]?.raw ?? ''
  expect(raw).toContain('Content-Type: application/pdf; name=INV-1.pdf')
  expect(raw).toContain(bytes.toString('base64'))
})

test('a rolled-back mail is never sent', async () => {
  const { db } = await createTestDatabase()
  const cause = db.transaction().execute(async (db) => {
    await queueTo(db, 'jane@example.com')
    throw new Error('No after all')
  })
  await expect(cause).rejects.toThrow('No after all')
  expect(await waiting(db)).toEqual([])
})

test('two concurrent workers send each of a hundred mails once', async () => {
  const { db } = await createTestDatabase()
  const server = await startSmtpServer()
  const recipients = Array.from({ length: 100 }, (_, number) => `buyer-${number}@example.com`)
  for (const to of recipients) await queueTo(db, to)
  const drain = async () => {
    const worker = workerOn(db, smtpTo(server.url))
    while ((await worker.sendDueMail()) > 0);
  }
  await Promise.all([drain(), drain()])
  expect(server.received.map(({ to }) => to).sort()).toEqual(recipients.sort())
  expect(await waiting(db)).toEqual([])
})

test('a started worker sends a long outbox without its usual pause between batches', async () => {
  const { db } = await createTestDatabase()
  const recipients = Array.from({ length: 120 }, (_, number) => `buyer-${number}@example.com`)
  for (const to of recipients) await queueTo(db, to)
  const sent: string[] = []
  const { promise: isDone, resolve } = Promise.withResolvers<void>()
  const worker = workerOn(db, {
    send: async (_, { to }) => {
      sent.push(to)
      if (sent.length === recipients.length) resolve()
      return 'accepted'
    },
    close: () => {},
  })
  // The pause between runs never ends.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    worker.start()
    await isDone
    await worker.stop()
  } finally {
    vi.useRealTimers()
  }
  expect(sent.sort()).toEqual(recipients.sort())
  expect(await waiting(db)).toEqual([])
})

test('an unavailable mail server delays mails but loses none', async () => {
  const { db } = await createTestDatabase()
  const port = await freePort()
  const worker = workerOn(db, smtpTo(`smtp://127.0.0.1:${port}`))
  await queueTo(db, 'jane@example.com')
  await queueTo(db, 'john@example.com')
  expect(await worker.sendDueMail()).toBe(2)
  expect(await worker.sendDueMail()).toBe(0)
  for (const mail of await waiting(db)) {
    expect(mail).toMatchObject({ attempts: 1, deadAt: null })
    expect(mail.lastError).toContain('ECONNREFUSED')
  }
  const server = await startSmtpServer(port)
  await letTimePass(db)
  expect(await worker.sendDueMail()).toBe(2)
  expect(server.received).toHaveLength(2)
  expect(await waiting(db)).toEqual([])
})

test('a mail scheduled before the clock was set back is sent now', async () => {
  const { db } = await createTestDatabase()
  const server = await startSmtpServer()
  await queueTo(db, 'jane@example.com')
  const letClockGoBack = (minutes: number) =>
    db
      .updateTable('outgoingMail')
      .set({ dueAt: sql<Date>`now() + make_interval(mins => ${minutes})` })
      .execute()
  await letClockGoBack(14)
  expect(await workerOn(db, smtpTo(server.url)).sendDueMail()).toBe(0)
  await letClockGoBack(80 * 60)
  expect(await workerOn(db, smtpTo(server.url)).sendDueMail()).toBe(1)
  expect(await waiting(db)).toEqual([])
})

test('the retry delay doubles up to 15 minutes', async () => {
  const { db } = await createTestDatabase()
  const worker = workerOn(db, smtpTo('smtp://127.0.0.1:1'))
  await queueMail(db, { template: 'unknown', content: {} })
  const waits: number[] = []
  for (let attempt = 1; attempt <= 10; attempt++) {
    await letTimePass(db)
    await worker.sendDueMail()
    const seconds = sql<number>`round(extract(epoch from due_at - now()) / 5)::int * 5`
    const { wait } = await db.selectFrom('outgoingMail').select(seconds.as('wait')).executeTakeFirstOrThrow()
    waits.push(wait)
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900])
})

test('after the last attempt a mail is abandoned but not deleted', async () => {
  const { db } = await createTestDatabase()
  const worker = workerOn(db, smtpTo('smtp://127.0.0.1:1'))
  await queueMail(db, { template: 'unknown', content: { to: 'jane@example.com' } })
  await db.updateTable('outgoingMail').set({ attempts: 299 }).execute()
  await worker.sendDueMail()
  expect(await waiting(db)).toMatchObject([
    { attempts: 300, deadAt: expect.any(Date), content: { to: 'jane@example.com' } },
  ])
  await letTimePass(db)
  expect(await worker.sendDueMail()).toBe(0)
})

test('a permanent rejection is not retried, a temporary one is', async () => {
  const { db } = await createTestDatabase()
  const server = await startSmtpServer()
  const worker = workerOn(db, smtpTo(server.url))
  await queueTo(db, 'jane@example.com')
  server.refuseWith = 450
  await worker.sendDueMail()
  expect(await waiting(db)).toMatchObject([{ attempts: 1, deadAt: null }])
  await letTimePass(db)
  server.refuseWith = 550
  await worker.sendDueMail()
  expect(await waiting(db)).toMatchObject([{ attempts: 2, deadAt: expect.any(Date) }])
})

test('a mail claimed by a dead process is sent after the claim expires', async () => {
  const { db } = await createTestDatabase()
  const sent: string[] = []
  const dying = workerOn(db, { send: () => new Promise(() => {}), close: () => {} })
  const heir = workerOn(db, {
    send: async (id) => {
      sent.push(id)
      return 'accepted'
    },
    close: () => {},
  })
  await queueTo(db, 'jane@example.com')
  void dying.sendDueMail()
  await expect.poll(async () => (await waiting(db))[0]?.attempts).toBe(1)
  expect(await heir.sendDueMail()).toBe(0)
  await letTimePass(db)
  expect(await heir.sendDueMail()).toBe(1)
  expect(sent).toHaveLength(1)
})

test('sending a mail holds no database connection', async () => {
  const { db } = await createTestDatabase()
  const requested = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<'accepted'>()
  const send = () => {
    requested.resolve()
    return answer.promise
  }
  const worker = workerOn(db, { send, close: () => {} })
  await queueTo(db, 'jane@example.com')
  const sending = worker.sendDueMail()
  await requested.promise
  // The embedded database has one connection: this waits for ever when the worker keeps it.
  expect((await waiting(db))[0]?.attempts).toBe(1)
  answer.resolve('accepted')
  await sending
  expect(await waiting(db)).toEqual([])
})
