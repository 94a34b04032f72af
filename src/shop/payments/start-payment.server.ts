import type { Db } from '#platform/database/database.server.ts'
import { unavailable } from '#platform/http/http-errors.ts'
import { cents, timesPieces } from '#platform/money.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { keepAccounts } from '#shop/auth/user-queries.server.ts'
import type { LineRow } from '#shop/orders/line-queries.server.ts'
import { LARGEST_TOTAL_CENTS } from '#shop/orders/order.ts'
import { recordMoneyEvent } from '#shop/orders/order-events.server.ts'
import { type Amounts, totals } from '#shop/tax/tax.ts'
import { replacePayment } from './cancel-payment.server.ts'
import { type OpenPayment, openAtProvider } from './open-payment.server.ts'
import { lockPayableLines, type PaymentTarget } from './payable-lines.server.ts'
import type { PaymentRefusal } from './payment-refusals.server.ts'
import { currentProvider } from './provider/card-providers.server.ts'
import {
  addPayment,
  countRecentStarts,
  lockUnfinishedPayments,
  markCancelling,
  type PaymentRow,
  partsOf,
} from './queries/payment-queries.server.ts'
import type { PaymentDeps } from './receive-payment.server.ts'

/** Conflicting payments are cancelled one by one; each round may find new ones. */
const MAX_ROUNDS = 5
/** Each start calls the provider and cancels the previous payment. */
const STARTS_PER_MINUTE = 60
/** Each start adds a permanent row per line. */
const LINES_PER_HOUR = 3_000

/**
 * Starts one payment of the caller's own unpaid lines, or resumes the open one of the same lines. An
 * open payment of some of them and others is cancelled first, so that a line is in at most one.
 */
export async function startPayment(
  db: Db,
  paymentDeps: PaymentDeps,
  caller: Pick<Caller, 'id'>,
  target: PaymentTarget,
): Promise<OpenPayment | PaymentRefusal> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const planned = await db.transaction().execute((db) => planPayment(db, paymentDeps, caller, target))
    if ('refused' in planned) return planned
    if ('id' in planned) return openAtProvider(db, paymentDeps, planned.id)
    for (const { id } of planned.conflicting) {
      const end = await replacePayment(db, paymentDeps, id)
      if (end === 'processing') return { refused: 'payment-processing' }
      if (end === 'paid') return { refused: 'paid-meanwhile' }
    }
  }
  throw unavailable()
}

/** Records the payment before the provider is asked, while its lines are locked. */
async function planPayment(
  db: Db,
  { providers }: PaymentDeps,
  caller: Pick<Caller, 'id'>,
  target: PaymentTarget,
): Promise<{ id: string } | { conflicting: PaymentRow[] } | PaymentRefusal> {
  await keepAccounts(db, [caller.id])
  const lines = await lockPayableLines(db, caller, target)
  if ('refused' in lines) return lines
  const amounts = chargeOf(lines)
  if ('refused' in amounts) return amounts
  const lineIds = lines.map(({ id }) => id)
  const unfinished = await lockUnfinishedPayments(db, lineIds)
  const same = await findSame(db, unfinished, lineIds)
  if (same) return { id: same.id }
  const recent = await countRecentStarts(db, caller.id)
  if (recent.payments >= STARTS_PER_MINUTE) return { refused: 'too-often', seconds: 60 }
  if (recent.lines + lines.length > LINES_PER_HOUR) {
    return { refused: 'too-often', seconds: recent.secondsUntilFewer }
  }
  await markCancelling(db, unfinished)
  if (unfinished.length > 0) return { conflicting: unfinished }
  const parts = lines.map(({ id, unitPriceCents, quantity }) => ({
    orderLineId: id,
    netCents: timesPieces(cents(unitPriceCents), quantity),
  }))
  const payment = {
    accountId: caller.id,
    provider: currentProvider(providers).form.provider,
    amounts,
  }
  const paymentId = await addPayment(db, payment, parts)
  await recordMoneyEvent(db, lines, {
    kind: 'payment-started',
    actorId: caller.id,
    data: { paymentId },
    cents: amounts.total,
  })
  return { id: paymentId }
}

/** Returns the amounts of lines paid together, if one payment can cover them. */
function chargeOf(lines: LineRow[]): Amounts | PaymentRefusal {
  const [tax, ...others] = new Set(lines.map(taxOf))
  const companies = new Set(lines.map(({ companyId }) => companyId))
  if (tax === undefined || others.length > 0) return { refused: 'taxed-differently' }
  if (companies.size > 1) return { refused: 'several-companies' }
  const priced = lines.map((line) => ({ ...line, unitPrice: cents(line.unitPriceCents) }))
  const amounts = totals(priced, { percent: Number(lines[0]?.taxPercent) })
  if (amounts.total <= LARGEST_TOTAL_CENTS) return amounts
  return { refused: 'total-out-of-range', total: amounts.total }
}

/** An invoice states a single rate, or a single reason for no tax. */
function taxOf({ taxPercent, taxTreatment, taxReference }: LineRow): string {
  return `${Number(taxPercent)} % ${taxTreatment} ${taxReference}`
}

async function findSame(db: Db, [open, ...more]: PaymentRow[], lineIds: string[]) {
  if (open?.status !== 'open' || more.length > 0) return undefined
  const covered = (await partsOf(db, open.id)).map(({ orderLineId }) => orderLineId)
  const isSame = covered.length === lineIds.length && covered.every((id) => lineIds.includes(id))
  return isSame ? open : undefined
}
