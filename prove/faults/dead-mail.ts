import type pg from 'pg'
import { audit } from '#prove/audit.ts'
import { isPaid } from '#prove/buyer-actions.ts'
import type { Scenario } from '#prove/scenario.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { until } from '#prove/waiting.ts'
import { compareOrders, startWorkload, type Workload } from '#prove/workload.ts'
import { type FaultyMailServer, type MailServerState, startFaultyMailServer } from './mail-server.ts'
import { watchReplies } from './watch-replies.ts'

const FAULTS: MailServerState[] = ['dropping', 'silent', 'deferring', 'breaking', 'rejecting']
const SHORT_FAULTS: MailServerState[] = ['dropping', 'deferring', 'breaking', 'rejecting']
// Orders do not wait for mails at all.
const ANSWER_LIMIT_MS = 10_000
const FAULT_LIMIT_MS = 60_000
const DELIVERY_LIMIT_MS = 120_000

/** The mail server drops, hangs, defers, rejects and breaks off while orders and payments go on. */
export const deadMail: Scenario = {
  name: 'Dead mail server',
  run: async ({ environments, random, isShort }) => {
    const mailServer = await startFaultyMailServer()
    const settings = { SMTP_URL: mailServer.url, MAIL_FROM: 'shop@proof.example' }
    const faults = isShort ? SHORT_FAULTS : [...FAULTS, ...FAULTS]
    const orderMeanwhile = async (shop: ProofShop) => {
      const replies = watchReplies(shop, ANSWER_LIMIT_MS)
      const workload = startWorkload(shop, random.fork('workload'))
      for (const fault of faults) {
        mailServer.become(fault)
        await workload.more(isShort ? 5 : 40)
        await until(`a mail meets "${fault}"`, FAULT_LIMIT_MS, async () => mailServer.faults() > 0)
      }
      await workload.finish()
      mailServer.become('working')
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      await shop.stop()
      const rejected = await shop.environment.query(sendAgain)
      await shop.start()
      const missing = await waitForMails(mailServer, workload)
      const deviations = await audit(shop, async (pool) => [
        ...(await compareOrders(pool, workload)),
        ...(await mailsLeft(pool)),
      ])
      const { received } = mailServer
      const repeated = [...received.values()].filter(({ count }) => count > 1).length
      return {
        tries: faults.length,
        counted: `${workload.ordered.length} orders acknowledged, slowest response ${replies.slowestMs} ms, ${received.size} mails delivered, of them ${repeated} more than once with the same Message-ID, and ${rejected} rejected mails sent again by the operator`,
        deviations: [
          ...[...workload.deviations, ...replies.deviations, ...inconsistent],
          ...[...missing, ...deviations],
        ],
      }
    }
    return withShopIn(await environments.open(), orderMeanwhile, { settings }).finally(mailServer.close)
  },
}

/** Makes all mails due, rejected ones by the statement of docs/operations/one-machine.md. Returns their number. */
async function sendAgain(pool: pg.Pool): Promise<number> {
  await pool.query('update outgoing_mail set due_at = now()')
  const { rowCount } = await pool.query(
    'update outgoing_mail set dead_at = null, attempts = 0, due_at = now() where dead_at is not null',
  )
  return rowCount ?? 0
}

/** Waits until both mails of every order have arrived; each may have only one Message-ID. */
async function waitForMails({ received }: FaultyMailServer, { ordered }: Workload): Promise<string[]> {
  const expected = ordered.flatMap(({ orderId, orderNumber }) => [
    // The mail about an order links to its payment, that about a payment to the order.
    `line ${orderId}`,
    orderNumber,
  ])
  const idsOf = () => {
    const ids = new Map<string, number>()
    for (const { raw } of received.values()) {
      const [, name = ''] = /\/dashboard\/orders\/(payment\/[\da-f-]{36}|FW-\d+)/.exec(raw) ?? []
      const mail = name.replace('payment/', 'line ')
      ids.set(mail, (ids.get(mail) ?? 0) + 1)
    }
    return ids
  }
  const isComplete = async () => expected.every((mail) => idsOf().has(mail))
  await until('all mails arrive', DELIVERY_LIMIT_MS, isComplete).catch(() => {})
  const ids = idsOf()
  return [
    ...expected.filter((mail) => !ids.has(mail)).map((mail) => `the mail "${mail}" is lost`),
    ...[...ids].filter(([, count]) => count > 1).map(([mail]) => `the mail "${mail}" is doubled`),
  ]
}

async function mailsLeft(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from outgoing_mail where queued_for is null')
  return rows.map(({ id }) => `the mail ${id} is still in the outbox`)
}
