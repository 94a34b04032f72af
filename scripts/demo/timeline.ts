import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Answer } from '#server/testing/api-driver.ts'
import { refund } from '#server/testing/orders.ts'
import { authSecret, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person } from '#server/testing/users.ts'
import { createAccessTokens } from '#shop/auth/access/access-token.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { setClock } from './fake-clock.ts'

export const HOUR_MS = 3600_000
export const DAY_MS = 24 * HOUR_MS

type Work = { at: number; run: () => Promise<void> }

/** What happens in a shop from `start` to `end`, in the order of its time. */
export class Timeline {
  readonly shop: TestShop
  readonly start: number
  readonly end: number
  #work: Work[] = []

  constructor(shop: TestShop, { start, end }: { start: Date; end: Date }) {
    this.shop = shop
    this.start = start.getTime()
    this.end = end.getTime()
  }

  /** Plans work; what would come in the last hour is left out, because it may have consequences. */
  at(at: number, run: Work['run']): void {
    if (at < this.end - HOUR_MS) this.follow(at, run)
  }

  /** Plans a consequence, which comes before the end. */
  follow(at: number, run: Work['run']): void {
    this.#work.push({ at, run })
  }

  /** Does the work, and sends the mails that it causes. */
  async run(): Promise<void> {
    for (;;) {
      const next = this.#work.reduce<Work | null>((a, b) => (a && a.at <= b.at ? a : b), null)
      if (!next) return
      this.#work = this.#work.filter((one) => one !== next)
      await setClock(this.shop, new Date(next.at))
      await next.run()
      await this.shop.readMails()
    }
  }

  /** A user who begins a new session with each call, and whose calls throw when they fail. */
  admit({ id, email }: { id: string; email: string }): Person {
    const { app, db } = this.shop
    return {
      ...{ email, password: '', cookie: '', token: '' },
      call: async (method, path, body, headers) => {
        const [sessionId, token] = [uuidv7(), uuidv7()]
        const expiresAt = new Date(Date.now() + DAY_MS)
        const session = { id: sessionId, userId: id, token, expiresAt }
        await db.insertInto('session').values(session).execute()
        const tokens = await createAccessTokens(authSecret, () => new Date())
        const access = await tokens.issue({ accountId: id, sessionId })
        return succeeded(await callApi(app, method, path, { body, token: access, headers }))
      },
    }
  }
}

/** Makes a refund of an order; the shop learns from the provider that it succeeded. */
export async function refundOrder(
  timeline: Timeline,
  owner: Person,
  order: Order,
  body: object,
): Promise<void> {
  succeeded(await refund(owner, await paymentOf(timeline.shop.db, order), body))
  for (const minutes of [5, 30]) timeline.follow(Date.now() + minutes * 60_000, timeline.shop.reconcile)
}

/** The id of the payment of an order's first line. */
async function paymentOf(db: Db, { lines }: Order): Promise<string> {
  const row = await db
    .selectFrom('orderLine')
    .select('paymentId')
    .where('id', '=', lines[0]?._id ?? '')
    .executeTakeFirstOrThrow()
  return row.paymentId ?? ''
}

/** Throws when a call failed. */
export function succeeded(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(JSON.stringify(answer))
  return answer
}
