import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { createMailSimulator } from './mail-simulator.server.ts'

const mail = (subject: string) => ({
  to: 'jane@example.com',
  subject,
  html: '<h1>Tools</h1><script>alert(1)</script>',
  text: 'Tools <b>',
})
const never = new AbortController().signal

async function openSimulator() {
  const { pool } = await createTestDatabase()
  const now = new Date('2026-11-21T09:00:00Z')
  return { pool, now, ...(await createMailSimulator({ pool, clock: () => now })) }
}

test('the inbox is available as JSON, newest first', async () => {
  const { app, transport } = await openSimulator()
  await transport.send('1', mail('First'), never)
  await transport.send('2', { ...mail('Second'), replyTo: 'john@example.com' }, never)
  const answer = await app.request('/', { headers: { Accept: 'application/json' } })
  const receivedAt = '2026-11-21T09:00:00.000Z'
  expect(await answer.json()).toEqual([
    { id: '2', ...mail('Second'), replyTo: 'john@example.com', receivedAt },
    { id: '1', ...mail('First'), receivedAt },
  ])
})

test('the page sandboxes a mail’s HTML and escapes the rest', async () => {
  const { app, transport } = await openSimulator()
  await transport.send('1', mail('Tools <img src=x>'), never)
  const answer = await app.request('/')
  const page = await answer.text()
  expect(answer.headers.get('Content-Type')).toContain('text/html')
  expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(page).toContain('Tools &lt;img src=x&gt;')
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(page).not.toContain('<script')
  expect(page).not.toContain('<img')
})

test('mails survive a restart, and the oldest are deleted', async () => {
  const { pool, transport, now } = await openSimulator()
  for (let number = 0; number < 502; number++) await transport.send(`${number}`, mail('m'), never)
  const { rows } = await pool.query('select count(*)::int as kept from mail_simulator.message')
  expect(rows).toEqual([{ kept: 500 }])
  const again = await createMailSimulator({ pool, clock: () => now })
  const inbox = await again.app.request('/', { headers: { Accept: 'application/json' } })
  expect((await inbox.json())[0].id).toBe('501')
})

test('a mail’s file can be downloaded as it was sent', async () => {
  const { app, transport } = await openSimulator()
  const bytes = Buffer.from([37, 80, 68, 70, 0, 255])
  const attachments = [{ name: 'INV-2026-00001.pdf', type: 'application/pdf', bytes }]
  await transport.send('1', { ...mail('Paid'), attachments }, never)
  await transport.send('2', mail('Other'), never)
  const inbox = await app.request('/', { headers: { Accept: 'application/json' } })
  const [other, paid] = await inbox.json()
  expect(other).not.toHaveProperty('attachments')
  const [{ path, ...file }] = paid.attachments
  expect(file).toEqual({ name: 'INV-2026-00001.pdf', type: 'application/pdf', size: 6 })
  expect(await (await app.request('/')).text()).toContain(`href="/simulators/mail/${path}"`)
  const answer = await app.request(`/${path}`)
  expect(answer.headers.get('Content-Disposition')).toContain('INV-2026-00001.pdf')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
  expect((await app.request('/attachments/1/x')).status).toBe(404)
})
