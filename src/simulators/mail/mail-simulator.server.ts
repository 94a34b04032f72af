import { Hono } from 'hono'
import type { Pool } from 'pg'
import { createBatchQueue } from '#platform/jobs/batch-queue.server.ts'
import type { Mail, MailTransport } from '#platform/mail/mail-composition.server.ts'
import { readFile, readInbox, receiveMails } from './inbox.server.ts'
import { inboxHtml } from './inbox-html.server.ts'
import schema from './schema.sql?raw'

export type MailSimulator = {
  /** Serves the inbox at `/`, as a page or as JSON. */
  app: Hono
  transport: MailTransport
}

/** A simulated mail server with one inbox, stored in the schema `mail_simulator`. */
export async function createMailSimulator(options: {
  pool: Pool
  clock: () => Date
}): Promise<MailSimulator> {
  const { pool, clock } = options
  // PostgreSQL runs a multi-statement query without parameters as one transaction.
  await pool.query(schema)
  const app = new Hono().get('/', async (c) => {
    const mails = await readInbox(pool)
    c.header('cache-control', 'no-store')
    if (c.req.header('accept')?.includes('application/json')) return c.json(mails)
    c.header(
      'content-security-policy',
      "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    )
    return c.html(inboxHtml(mails))
  })
  app.get('/attachments/:message/:place', async (c) => {
    const file = await readFile(pool, c.req.param())
    if (!file) return c.text('No such file', 404)
    return c.body(new Uint8Array(file.content), 200, {
      'content-type': file.type,
      'content-disposition': `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, '_')}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })
  // Mails sent at about the same time arrive together.
  const receive = createBatchQueue<{ id: string; mail: Mail }, 'accepted'>({
    run: async (mails) => {
      await receiveMails(pool, mails, clock())
      return mails.map(() => ({ value: 'accepted' }))
    },
    atOnce: 1,
    maxWeight: 100,
  })
  const transport: MailTransport = {
    send: (id, mail) => receive({ id, mail }),
    close: () => {},
  }
  return { app, transport }
}
