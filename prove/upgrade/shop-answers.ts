import { isDeepStrictEqual } from 'node:util'
import { allOrders, retry } from '#prove/buyer-actions.ts'
import type { ProofShop } from '#prove/shop.ts'

/** What a shop's API answers to an admin, by path. */
export type Answers = Record<string, unknown>

const LISTS = ['products', 'users', 'reviews', 'returns', 'companies', 'price-lists', 'ledger/csv', 'blogs']
const OF_ORDER = ['', '/returns', '/refunds']

/** Reads what an admin sees: the lists, and every order that is decided, with its returns and refunds. */
export async function readAnswers(shop: ProofShop): Promise<Answers> {
  const lines = await allOrders(shop)
  // What holds stock expires with time.
  const open = lines.filter(({ status }) => status === 'unpaid').map(({ orderId }) => orderId)
  const orders = new Set(lines.map(({ orderId }) => orderId).filter((id) => !open.includes(id)))
  const paths = [
    ...LISTS.map((list) => `/api/${list}`),
    ...[...orders].flatMap((order) => OF_ORDER.map((part) => `/api/orders/${order}${part}`)),
  ]
  return readPaths(shop, paths)
}

/** Compares a shop with earlier answers, of which it must keep every field. Returns the differences. */
export async function compareAnswers(shop: ProofShop, before: Answers): Promise<string[]> {
  const after = await readPaths(shop, Object.keys(before))
  return Object.entries(before).flatMap(([path, answer]) => lost(path, answer, after[path]))
}

async function readPaths(shop: ProofShop, paths: string[]): Promise<Answers> {
  const answers: Answers = {}
  for (const path of paths) {
    const { status, body } = await retry(() => shop.send('other', path, { user: 0 }))
    if (status !== 200) throw new Error(`${path} returned ${status}`)
    answers[path] = body
  }
  return answers
}

/** Names the fields of a JSON that are not in a later one, which may have more. */
function lost(path: string, before: unknown, after: unknown): string[] {
  if (isDeepStrictEqual(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((item, at) => lost(`${path} ${at}`, item, after[at]))
  }
  if (isObject(before) && isObject(after)) {
    return Object.entries(before).flatMap(([name, value]) => lost(`${path} ${name}`, value, after[name]))
  }
  return [`${path} was ${JSON.stringify(before)}, is ${JSON.stringify(after)}`]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
