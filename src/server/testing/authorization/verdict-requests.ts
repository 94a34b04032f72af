import type { Answer } from '#server/testing/api-driver.ts'
import type { ApiVerdict } from './api-verdicts.ts'

type Call = (method: string, path: string, body?: unknown) => Promise<Pick<Answer, 'status' | 'body'>>

/** The objects that the requests refer to; all belong to the buyer. */
export type VerdictFixtures = {
  buyer: { email: string; call: Call }
  product: { id: string; sku: string }
  /** The name and address of the buyer's orders, if they matter. */
  recipient?: { name: string; address: string }
  newProductBody: object
  /** Creates a user that may be changed or deleted. */
  newcomer: () => Promise<{ id: string; email: string }>
  /** Creates a product that may be changed or deleted. */
  newProduct: () => Promise<string>
  /** Creates another session of the buyer. */
  newSession: () => Promise<string>
}

/** Builds the path and body of each call of the verdicts. */
export type VerdictRequests = (verdict: ApiVerdict) => Promise<{ path: string; body: unknown }>

/** Prepares the requests; each creates the objects that it may consume. */
export async function createVerdictRequests(fixtures: VerdictFixtures): Promise<VerdictRequests> {
  const { buyer, product } = fixtures
  const newOrder = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  const placeOrder = async () =>
    bodyOf(await buyer.call('POST', '/perchase', { ...newOrder, ...fixtures.recipient }))
  const placed = await placeOrder()
  const ownLine = { productId: product.id, quantity: 10 }
  let lists = 0
  const nextList = () => {
    lists += 1
    return { name: `List ${lists}`, lines: [] }
  }
  let lastList = ''
  const addList = async () => {
    // A user may have only 20.
    if (lastList) await buyer.call('DELETE', `/order-lists/${lastList}`)
    lastList = bodyOf(await buyer.call('POST', '/order-lists', nextList()))._id
    return lastList
  }
  const shareList = async () => {
    const shared = await buyer.call('POST', `/order-lists/${await addList()}/share`)
    return bodyOf(shared).token
  }
  const startPayment = async (orderIds: string[]) =>
    bodyOf(await buyer.call('POST', '/payments', { orderIds }))._id
  let lastPayment = ''
  const bodies: Record<string, unknown> = {
    profile: { city: 'Malmö' },
    email: { email: buyer.email },
    group: { name: 'Dealers' },
    company: { name: 'Vans & Co' },
    pending: { email: 'new@customer.example', name: 'Nia New' },
    merge: { into: product.id },
    pricelist: { name: 'Dealers 2026', for: { everybody: true } },
    pricerows: { rows: [] },
    tools: { skus: [] },
    unknownuser: { user: 'none' },
    taxation: { treatment: 'exempt', reference: 'EX-1' },
    order: newOrder,
    names: { lines: [{ sku: product.sku, name: null }] },
    ids: { ids: [product.id] },
    columns: [{ headings: 'sku\tqty', meanings: ['sku', 'quantity'] }],
    ownlist: { lines: [ownLine], version: 0 },
    savedlist: { lines: [ownLine], version: 1 },
    list: { lines: [newOrder], name: newOrder.name, address: newOrder.address },
    review: { email: buyer.email, name: 'Jane', ratings: 5, review: 'Sharp, square and true.' },
    message: { name: 'Jane', email: buyer.email, message: 'Do you engrave anvils, and how deep?' },
    price: { perPrice: 99.5 },
    payment: { transactionId: 'pi_unknown' },
    amount: { amount: 1 },
    refund: { amount: 1, reason: 'Bent' },
    stock: { quantity: 10 },
    packing: { order: 'FW-0' },
    printed: { orderIds: [placed.orderId] },
    shipment: { version: 1, lines: [{ _id: product.id, quantity: 1 }] },
    carrier: { version: 1, carrier: 'No such carrier' },
    version: { version: 1 },
    sentback: { order: 'FW-0', reason: 'wrong', lines: [{ _id: product.id, quantity: 1 }] },
    refusal: { version: 1, refusal: 'Used' },
    tracking: { version: 1, trackingStatus: 'In transit' },
    received: {
      version: 1,
      lines: [{ _id: product.id, received: 1, restocked: 1, scrapped: 0 }],
    },
    answer: { answer: 'Yes, up to 3 mm deep.' },
    closed: { closed: true },
    note: { text: 'Call before delivery' },
    hiding: { hiddenReason: null },
    brand: { name: 'Anvil & Co' },
    home: {
      title: 'TOOLS',
      line: 'Forged.',
      statistics: Array.from({ length: 4 }, (_, index) => ({ what: `${index}`, howMany: '1' })),
    },
    addresses: { text: '/old,https://elsewhere.example/' },
    numbering: {
      orders: { prefix: 'ACME-', next: 50_000 },
      invoices: { prefix: 'RE-', next: 1 },
      creditNotes: { prefix: 'GS-', next: 1 },
      version: 0,
    },
    codes: { codes: ['fw1001'] },
    noSuccessor: { successor: null },
    found: { products: [product.id], field: 'family', value: 'Tools' },
    legal: { body: 'Net 30', version: 0 },
    people: { users: [product.id], tax: { treatment: 'standard' } },
    post: { title: 'Of steel' },
    synonym: { terms: ['beetle', 'maul'] },
    category: { name: 'Anvils', parent: null },
    name: { name: 'Spanners' },
    family: { name: 'Anvils', longText: '', imgURL: '', drawing: '', position: null },
    into: { into: product.id },
    mended: { cells: {} },
    mapping: { mapping: {} },
    specifications: { specifications: [], seen: [] },
    details: { images: [], documents: [], version: 'old' },
    product: fixtures.newProductBody,
  }
  /** The values of a path's parameters, each created only when needed. */
  const values: Record<string, () => string | Promise<string>> = {
    unknownId: () => '0191f7a0-0000-7000-8000-000000000000',
    unknown: () => '{unknown}',
    tool: () => product.id,
    newtool: fixtures.newProduct,
    newcomer: async () => (await fixtures.newcomer()).email,
    newcomerId: async () => (await fixtures.newcomer()).id,
    email: () => buyer.email,
    order: async () => (await placeOrder())._id,
    payment: async () => {
      // No call captures it, and a user starts only 60 a minute.
      lastPayment ||= await startPayment([(await placeOrder())._id])
      return lastPayment
    },
    kind: () => 'confirmation',
    row: () => '2',
    purpose: () => 'orders',
    number: () => placed.orderNumber,
    list: addList,
    shared: shareList,
    session: fixtures.newSession,
  }
  return async ({ path, body }) => {
    const filled = await fill(path, values)
    if (body === 'named') return { path: filled, body: nextList() }
    if (body !== 'orders') return { path: filled, body: bodies[body] }
    return { path: filled, body: { orderIds: [(await placeOrder())._id] } }
  }
}

async function fill(path: string, values: Record<string, () => string | Promise<string>>): Promise<string> {
  let filled = path
  for (const [placeholder, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    filled = filled.replace(placeholder, (await values[name]?.()) ?? placeholder)
  }
  return filled
}

function bodyOf({ status, body }: Pick<Answer, 'status' | 'body'>) {
  if (status !== 200) throw new Error(`Preparing a call returned ${status} ${JSON.stringify(body)}`)
  return body
}
