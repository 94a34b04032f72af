import type { QueryId } from 'kysely'
import { expect, test, vi } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'
import { MATCH_LIMIT_MS, NAMES_AT_ONCE } from './match-names.server.ts'
import { matchProducts } from './match-products.server.ts'

const names = ['Adjustable Wrench 250 mm', 'Adjustable Wrench 300 mm', 'Claw Hammer 450 g']

async function openShop() {
  const shop = await openTestShop()
  for (const [index, name] of names.entries()) {
    await addProduct(shop.db, { name, sku: `FW-125${index}` })
  }
  return async (lines: { sku?: string; name?: string }[]) => {
    const sent = lines.map(({ sku = null, name = null }) => ({ sku, name }))
    const answer = await callApi(shop.app, 'POST', '/products/match', { body: { lines: sent } })
    const { status, body } = answer
    if (status !== 200) return { status }
    const name = (product: { name: string } | null) => product?.name ?? null
    const matches = body.map(({ product, candidates }: { product: never; candidates: never[] }) => [
      name(product),
      candidates.map(name),
    ])
    return { status, matches }
  }
}

test('a SKU and a whole name are certain, any other name has candidates', async () => {
  const match = await openShop()
  const { matches } = await match([
    { sku: 'FW-1250', name: 'anything' },
    { name: 'claw hammer, 450g' },
    { name: 'adjustable wrench 250' },
    { name: 'adjustable wrenches' },
    { name: 'ajustable wrench 300' },
    { name: 'clae hammer' },
    { name: 'left-handed spanner' },
    { name: 'left hamer spanner' },
    { sku: 'FW-9999', name: 'Claw Hammer 450 g' },
    { sku: 'FW-9999' },
  ])
  expect(matches).toEqual([
    [names[0], []],
    [names[2], []],
    [null, [names[0]]],
    [null, [names[0], names[1]]],
    [null, [names[1], names[0]]],
    [null, [names[2]]],
    [null, []],
    [null, []],
    [null, [names[2]]],
    [null, []],
  ])
})

test('a SKU of any form is certain, wherever it stands in the text', async () => {
  const shop = await openTestShop()
  for (const sku of ['4471-220', '60.1234', 'HX-12', 'WRX12345678', 'WR1013']) {
    await addProduct(shop.db, { name: `Tool ${sku}`, sku })
  }
  const found = async (lines: { sku: string | null; name: string | null }[]) => {
    const { body } = await callApi(shop.app, 'POST', '/products/match', { body: { lines } })
    return body.map(({ product }: { product: { sku: string } | null }) => product?.sku ?? null)
  }
  const names = ['4471-220', 'sockets 60.1234', 'hx-12 bit', 'WRX12345678', '4471-220 or HX-12']
  expect(await found(names.map((name) => ({ sku: null, name })))).toEqual([
    '4471-220',
    '60.1234',
    'HX-12',
    'WRX12345678',
    null,
  ])
  // The pasted text is read with a hyphen between letters and digits.
  expect(await found([{ sku: 'WR-1013', name: null }])).toEqual(['WR1013'])
})

test('a SKU with a typing error is offered, and confirmed', async () => {
  const match = await openShop()
  const { matches } = await match([
    { sku: 'FW-12500' },
    { sku: 'FW-1205' },
    { sku: 'FW-I252', name: 'hammer' },
  ])
  expect(matches).toEqual([
    [null, [names[0]]],
    [null, [names[0]]],
    [null, [names[2]]],
  ])
})

test('names of any characters are searched for', async () => {
  const match = await openShop()
  const odd = ["'; drop table product", '& | ! ( ) : *', '🔨', 'ham\\mer', '  ', 'a\u0000b', '\ud800']
  const { status, matches } = await match(odd.map((name) => ({ name })))
  expect(status).toBe(200)
  expect(matches).toHaveLength(odd.length)
})

test('200 lines are matched, 201 are refused', async () => {
  const match = await openShop()
  const lines = (count: number) => Array.from({ length: count }, () => ({ name: 'claw hammer' }))
  expect((await match(lines(200))).matches).toHaveLength(200)
  expect((await match(lines(201))).status).toBe(422)
})

test('the nearest name comes first, not one that only shares a word', async () => {
  const shop = await openTestShop()
  // Shorter, so that it would come first among the wrenches.
  await addProduct(shop.db, { name: 'Pipe Wrench', sku: 'FW-1400' })
  await addProduct(shop.db, { name: 'Adjustable Wrench 250 mm', sku: 'FW-1250' })
  const lines = [{ sku: null, name: 'adjustible wrench' }]
  const { body } = await callApi(shop.app, 'POST', '/products/match', { body: { lines } })
  expect(body[0].candidates.map(({ name }: { name: string }) => name)).toEqual([
    'Adjustable Wrench 250 mm',
    'Pipe Wrench',
  ])
})

const COMMON =
  'wrench hammer drill plier saw bit set mm inch combination screwdriver socket chisel clamp tool kit'

test('the worst lines are looked up one by one, in a bounded number of statements', async () => {
  const { db } = await openTestShop()
  await addProduct(db, { name: 'Combination Wrench 13 mm', sku: 'FW-1013' })
  const lines = Array.from({ length: 200 }, (_, index) => ({
    sku: null,
    name: `${COMMON} ${index}`,
  }))
  const statements: string[] = []
  const logged = db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const transaction = vi.spyOn(logged, 'transaction')
  await matchProducts(logged, lines, () => 0)
  expect(transaction).toHaveBeenCalledTimes(4 + 200 / NAMES_AT_ONCE)
  // Of each transaction: the time limit, near words, beginnings, the nearest products.
  expect(statements.length).toBeLessThanOrEqual((4 + 200 / NAMES_AT_ONCE) * 4 + 10)
})

/** Lines of which `NAMES_AT_ONCE` are looked up, then as many others. */
const linesOf = (...names: string[]) =>
  names.flatMap((name) =>
    Array.from({ length: NAMES_AT_ONCE }, (_, index) => ({ sku: null, name: `${name} ${index}` })),
  )

test('names beyond the time of a list are skipped, and SKUs are not', async () => {
  const { db } = await openTestShop()
  await addProduct(db, { name: 'Claw Hammer 450 g', sku: 'FW-4016' })
  const lines = [...linesOf('claw', 'hammer', 'tool'), { sku: 'FW-4016', name: null }]
  // The clock is read before the names, before the whole names, and before each time that some are
  // looked up by their words.
  let reads = 0
  const now = () => (reads++ < 4 ? 0 : MATCH_LIMIT_MS)
  const matches = await matchProducts(db, lines, now)
  const skipped = matches.map(({ isSkipped }) => isSkipped)
  expect(skipped).toEqual(lines.map(({ name }) => name?.startsWith('tool') ?? false))
  expect(matches.at(-1)?.product?.sku).toBe('FW-4016')
})

test('a name that the database does not finish in time ends the search for names', async () => {
  const { db } = await openTestShop()
  await addProduct(db, { name: 'Claw Hammer 450 g', sku: 'FW-4016' })
  const slow = db.withPlugin({
    transformQuery: ({ node }) => {
      const statement = JSON.stringify(node)
      if (statement.includes('second') && !statement.includes('search_terms'))
        throw Object.assign(new Error('cancelled'), { code: '57014' })
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const lines = linesOf('claw', 'second', 'hammer')
  const matches = await matchProducts(slow, lines)
  const skipped = matches.map(({ isSkipped }) => isSkipped)
  expect(skipped).toEqual(lines.map(({ name }) => !name.startsWith('claw')))
  expect(matches[0]?.candidates).toHaveLength(1)
})

test('lists that are looked up at the same time take turns', async () => {
  const { db } = await openTestShop()
  await addProduct(db, { name: 'Claw Hammer 450 g', sku: 'FW-4016' })
  const turns: string[] = []
  const held = new WeakSet<QueryId>()
  const isQueued = Promise.withResolvers<void>()
  const logged = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const [, list] = /in_name.*buyer(\d)/.exec(JSON.stringify(node)) ?? []
      if (list !== undefined) {
        turns.push(list)
        held.add(queryId)
      }
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (held.has(queryId)) await isQueued.promise
      return result
    },
  })
  const names = ['claw', 'hammer', 'wrench', 'saw']
  // A list reads the clock before its first turn: the first answers wait until every list has.
  const waiting = new Set([0, 1, 2, 3, 4, 5, 6, 7])
  const lists = [...waiting].map((buyer) =>
    matchProducts(logged, linesOf(...names.map((name) => `${name} buyer${buyer}`)), () => {
      waiting.delete(buyer)
      if (waiting.size === 0) isQueued.resolve()
      return 0
    }),
  )
  await Promise.all(lists)
  expect(turns).toHaveLength(32)
  // Two run at once: without turns, only two lists would have begun when the first one ends.
  const firstEnd = turns.findIndex(
    (list, index) => turns.slice(0, index).filter((earlier) => earlier === list).length === 3,
  )
  expect(new Set(turns.slice(0, firstEnd)).size).toBeGreaterThan(2)
})
