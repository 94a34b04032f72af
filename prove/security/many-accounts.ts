import { setTimeout } from 'node:timers/promises'
import { audit } from '#prove/audit.ts'
import type { Scenario } from '#prove/scenario.ts'
import { callApi, cookiesOf, type Received, request } from '#prove/security/client.ts'
import { PASSWORD } from '#prove/security/passwords.ts'
import { LAST_PIECES } from '#prove/seed.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'

const ACCOUNTS = 60
const ACCOUNT_LIMITS = ['too-much-of-the-stock', 'new-buyers-hold-too-much']
// Of a day; besides, at most one in each minute that passes meanwhile.
const MAX_MAILS = 5
const MINUTE_MS = 60_000
const BUSY_PAUSE_MS = 250
const BUSY_LIMIT_MS = 60_000

/**
 * One client with many accounts whose addresses reach one mailbox, at the limits of a real shop: their
 * total holds and the mails to that mailbox are bounded.
 */
export const manyAccounts: Scenario = {
  name: 'many accounts of one client',
  run: async ({ environments }) => {
    const attack = async (shop: ProofShop) => {
      const startedAt = Date.now()
      const { url } = shop.running()
      const emails = Array.from({ length: ACCOUNTS }, (_, tag) => `victim+${tag}@proof.example`)
      const post = (path: string, body: object, cookie?: string) =>
        whenFree(() => callApi(url, 'POST', path, { body, ...(cookie !== undefined && { cookie }) }))
      const signedUp = await Promise.all(
        emails.map((email) =>
          post('/auth/sign-up/email', { name: 'Eve Hoarder', email, password: PASSWORD }),
        ),
      )
      const cookies = signedUp
        .filter(({ status }) => status === 200)
        .map((response) => cookiesOf(response.headers))
      const resets = await Promise.all(emails.map((email) => post('/auth/request-password-reset', { email })))
      const repeats = await Promise.all(
        cookies.map((cookie) => post('/auth/send-verification-email', {}, cookie)),
      )
      const orders = (
        await Promise.all(cookies.map((cookie, index) => orderAll(url, emails[index] ?? '', cookie)))
      ).flat()
      const mails = await mailsToVictim(shop)
      const minutes = Math.ceil((Date.now() - startedAt) / MINUTE_MS)
      const placed = orders.filter(({ status }) => status === 200)
      const deviations = [
        ...wrong('sign-ups', signedUp, [200]),
        ...wrong('reset requests', resets, [200]),
        ...wrong('repeated links', repeats, [200, 429]),
        ...wrong('orders', orders, [200, 409]),
        ...(placed.length > 0 ? [] : ['nobody could order']),
        ...(orders.some(({ json }) => ACCOUNT_LIMITS.includes(json?.code))
          ? []
          : ['no order met a limit of its account']),
        ...(mails >= 1 && mails <= Math.min(MAX_MAILS, minutes)
          ? []
          : [`the mailbox got ${mails} mails in ${minutes} minutes`]),
        ...(await audit(shop, limitsExceeded)),
      ]
      const calls = [signedUp, resets, repeats, orders].flat().length
      const counted = `${cookies.length} accounts, ${placed.length} orders placed of ${orders.length}, ${mails} mails`
      return { tries: calls, counted, deviations }
    }
    // Unlike the other parts, with the limits of a real shop.
    return withShopIn(await environments.open(), attack, { settings: { TEST_WIDE_LIMITS: '' } })
  },
}

/** Orders most of the scarcest product, then ever smaller amounts until one piece is refused. */
async function orderAll(url: string, email: string, cookie: string): Promise<Received[]> {
  const path = `/users/${encodeURIComponent(email)}`
  const signIn = await whenFree(() => callApi(url, 'PUT', path, { cookie, body: { email } }))
  const { token } = signIn.json
  const answers: Received[] = []
  for (let quantity = 45; quantity > 0; ) {
    const body = {
      productId: LAST_PIECES.product,
      quantity,
      name: 'Eve',
      address: '1 Anvil Street',
    }
    const answer = await whenFree(() => callApi(url, 'POST', '/perchase', { token, body }))
    answers.push(answer)
    if (answer.status !== 200) quantity = Math.min(5, quantity - 1)
  }
  return answers
}

/** Repeats a call that was refused early, because the network has too many in progress, as a browser does. */
async function whenFree(call: () => Promise<Received>): Promise<Received> {
  const giveUpAt = performance.now() + BUSY_LIMIT_MS
  for (;;) {
    const answer = await call()
    if (answer.status !== 503 || performance.now() > giveUpAt) return answer
    await setTimeout(BUSY_PAUSE_MS)
  }
}

/** The mails to the mailbox, sent and waiting. */
async function mailsToVictim(shop: ProofShop): Promise<number> {
  const inbox = await request(shop.running().url, 'GET', '/simulators/mail', {
    headers: { Accept: 'application/json' },
  })
  const sent = inbox.json.filter(({ to }: { to: string }) => to.startsWith('victim+'))
  const waiting = await shop.environment.query((pool) =>
    pool.query(
      `select id from outgoing_mail
       where queued_for is null and template in ('verify-email', 'reset-password')`,
    ),
  )
  return sent.length + waiting.rows.length
}

/** Returns the products of which unverified buyers hold more than a quarter or one minimum order. */
async function limitsExceeded(pool: {
  query: (sql: string) => Promise<{ rows: { email: string; orders: string }[] }>
}): Promise<string[]> {
  const { rows } = await pool.query(
    `select email, count(distinct order_id) as orders
     from order_line join account on account.id = account_id
     where status in ('unpaid', 'cancelling') and not email_verified
     group by email having count(distinct order_id) > 5
       or sum(unit_price_cents::bigint * quantity) > 500000`,
  )
  return rows.map(({ email, orders }) => `${email} has ${orders} unpaid orders, or too valuable ones`)
}

function wrong(what: string, answers: Received[], expected: number[]): string[] {
  const others = answers.filter(({ status }) => !expected.includes(status))
  return others.length === 0 ? [] : [`${what}: ${others.length} returned ${others[0]?.text}`]
}
