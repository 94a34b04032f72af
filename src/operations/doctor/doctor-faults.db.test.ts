import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { markAsLive } from '#operations/installation.server.ts'
import { recordBackup } from '#operations/last-backup.server.ts'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import { byName, type Deps, minutesAgo, openHealthyShop, roomy } from '#server/testing/healthy-shop.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import { register } from '#server/testing/users.ts'
import { orderFault } from '#simulators/card-payments/testing/simulator-fixture.ts'
import { isHealthy } from './doctor.server.ts'

/** The URL of a mail server that refuses every client. */
async function refusingMailServer(): Promise<string> {
  const server = createServer((socket) => socket.end('554 no service\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${Object(server.address()).port}`
}

type Healthy = Awaited<ReturnType<typeof openHealthyShop>>
// biome-ignore lint/suspicious/noConfusingVoidType: most breaks change the shop and return nothing
type Break = (shop: Healthy) => Promise<Partial<Deps> | void>

const setMails = (db: TestShop['db'], change: object) => db.updateTable('outgoingMail').set(change).execute()
const forgetRound =
  (worker: string, finishedAt: Date | null): Break =>
  async ({ db }) => {
    await db.updateTable('lease').set({ finishedAt }).where('worker', '=', worker).execute()
  }

const breaks: [what: string, about: string, state: string, line: RegExp, Break][] = [
  [
    'the disk is nearly full',
    'Disk of DATA_DIR',
    'warning',
    /^300 MB of 100 GB free in .*: free space there/,
    async () => ({ readSpace: async () => ({ ...roomy, freeBytes: 300e6 }) }),
  ],
  [
    'less than a twentieth of the disk is free',
    'Disk of DATA_DIR',
    'warning',
    /^4.0 GB of 100 GB free/,
    async () => ({ readSpace: async () => ({ ...roomy, freeBytes: 4e9 }) }),
  ],
  [
    'the disk is full',
    'Disk of DATA_DIR',
    'error',
    /^0 MB of 100 GB free/,
    async () => ({ readSpace: async () => ({ ...roomy, freeBytes: 0 }) }),
  ],
  [
    'the disk of the backups is nearly full',
    'Backups',
    'warning',
    /^300 MB of 100 GB free in \/var\/backups\/forgewell/,
    async () => ({
      readSpace: async (folder) => ({
        ...roomy,
        freeBytes: folder.startsWith('/var/backups') ? 300e6 : 50e9,
      }),
    }),
  ],
  [
    'the last backup of a live shop is old',
    'Backups',
    'warning',
    /^the last full one was made 3 days ago/,
    async ({ db }) => {
      await markAsLive(db)
      await recordBackup(db, { madeAt: minutesAgo(3 * 24 * 60).toISOString(), folder: '/b/1' })
      return { mode: 'live' }
    },
  ],
  [
    'a live shop was never backed up',
    'Backups',
    'warning',
    /^no full backup was recorded/,
    async ({ db }) => {
      await markAsLive(db)
      await db.deleteFrom('installation').where('name', '=', 'last-backup').execute()
      return { mode: 'live' }
    },
  ],
  [
    'the mail server is down',
    'Mail server',
    'error',
    /ECONNREFUSED/,
    async ({ deps }) => ({ settings: { ...deps.settings, SMTP_URL: 'smtp://127.0.0.1:1' } }),
  ],
  [
    'the mail server refuses the shop',
    'Mail server',
    'error',
    /does not accept the shop: .*554/,
    async ({ deps }) => ({ settings: { ...deps.settings, SMTP_URL: await refusingMailServer() } }),
  ],
  [
    'a mail could not be sent',
    'Mails',
    'warning',
    /^the oldest was written \d+ minutes ago: connect ECONNREFUSED$/,
    async ({ shop, db }) => {
      await register(shop)
      await setMails(db, { createdAt: minutesAgo(20), lastError: 'connect ECONNREFUSED' })
    },
  ],
  [
    'a mail was never tried',
    'Mails',
    'warning',
    /^the oldest was written \d+ minutes ago: not tried yet/,
    async ({ shop, db }) => {
      await register(shop)
      await setMails(db, { createdAt: minutesAgo(20) })
    },
  ],
  [
    'the images are gone',
    'Images',
    'error',
    /^The images of this shop are not in .*: share that folder/,
    async () => ({ openFiles: async () => createDiskFiles('/nowhere/media') }),
  ],
  [
    'the bucket can’t be reached',
    'Images',
    'error',
    /^no such bucket/,
    async () => ({
      openFiles: async () => {
        throw new Error('no such bucket')
      },
    }),
  ],
  [
    'AUTH_SECRET is another shop’s',
    'AUTH_SECRET',
    'error',
    /^AUTH_SECRET is not the one/,
    async () => ({ authSecret: 'another secret, of another shop, long enough' }),
  ],
  [
    'AUTH_SECRET is lost',
    'AUTH_SECRET',
    'error',
    /has none: set that of this shop/,
    async () => ({ authSecret: undefined }),
  ],
  [
    'SHOP_MODE is another one',
    'Shop mode',
    'error',
    /^SHOP_MODE is live, but this database is a demo shop’s/,
    async () => ({ mode: 'live' }),
  ],
  [
    'a setting of an earlier version is given',
    'Settings',
    'warning',
    /^S3_BUCKET is no longer a setting: set S3_URL/,
    async () => ({ environment: { S3_BUCKET: 'images' } }),
  ],
  [
    'the card provider does not respond',
    'Card payments',
    'error',
    /not responding/,
    async ({ shop }) => {
      await orderFault(shop.cards.app, { kind: 'rate_limited', call: 'payment_intents.retrieve' })
    },
  ],
  [
    'a payment with a refund of the provider’s site can’t be read',
    'Refunds',
    'warning',
    /^those made on the provider’s site may be missing since 3 hours ago/,
    async ({ db }) => {
      const readUntil = minutesAgo(3 * 60)
      await db.insertInto('refundsRead').values({ provider: 'stripe', readUntil }).execute()
    },
  ],
  [
    'the mail worker hangs',
    'Workers',
    'warning',
    /^mail worker: last round 10 minutes ago/,
    forgetRound('mail worker', minutesAgo(10)),
  ],
  [
    'the reconciler fails',
    'Workers',
    'warning',
    /^reconciler: last round 30 minutes ago/,
    forgetRound('reconciler', minutesAgo(30)),
  ],
  [
    'the invariants are not checked',
    'Workers',
    'warning',
    /^invariants: no round has ended yet/,
    forgetRound('invariants', null),
  ],
  [
    'old data is not deleted',
    'Workers',
    'warning',
    /^retention: last round 3 days ago/,
    forgetRound('retention', minutesAgo(3 * 24 * 60)),
  ],
  ['no shop is running', 'Workers', 'warning', /^no shop is running/, async ({ stop }) => stop()],
  [
    'the next start has to migrate',
    'Schema',
    'error',
    /start the shop once, which migrates it/,
    async ({ deps }) => ({ migrations: [...deps.migrations, '29990101-0000-later'] }),
  ],
]

test.each(breaks)('the doctor names it when %s', async (_, about, state, line, breakIt) => {
  const healthy = await openHealthyShop()
  const more = (await breakIt(healthy)) ?? {}
  const findings = await healthy.ask(more)
  expect(byName(findings)[about]).toEqual({
    state,
    lines: expect.arrayContaining([expect.stringMatching(line)]),
  })
  expect(isHealthy(findings)).toBe(state !== 'error')
})
