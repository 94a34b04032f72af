import fc from 'fast-check'
import { actingUser, actor, expectAnswer, step, which } from './command.ts'
import { happened, mailAbout, movePieces, noSuchOrder } from './model-transitions.ts'
import { type Expected, type ModelReturn, nth, type OrderModel, type UserName } from './order-model.ts'
import { returnedPieces, shippedPieces } from './shipment-commands.ts'

/** Asks for the return of pieces, as the buyer or another user. */
export const askForReturn = step(
  'askForReturn',
  fc.record({ actor, line: which, quantity: fc.integer({ min: 1, max: 4 }) }),
  async ({ actor, line: n, quantity }, model, { users }) => {
    const shipped = model.lines.filter((line) => shippedPieces(model, line) > 0)
    const line = nth(shipped, n) ?? nth(model.lines, n)
    if (!line) return
    const user = actingUser(actor, line)
    const lines = [{ _id: line.id, quantity }]
    const wanted = { order: line.orderId, reason: 'wrong', lines }
    const answer = await users[user].call('POST', '/returns', wanted)
    if (user !== line.buyer && user !== 'admin') return expectAnswer(answer, noSuchOrder)
    const left = shippedPieces(model, line) - returnedPieces(model, line)
    if (quantity > left) return expectAnswer(answer, { status: 409, code: 'not-returnable' })
    expectAnswer(answer, { status: 200 })
    const { _id: id, number } = answer.body
    const created = { id, number, line, quantity, received: 0, refunded: 0 }
    model.returns.push({ ...created, status: 'requested', version: 1 })
    happened(model, [line], 'return-requested')
  },
)

const calls = fc.constantFrom<Call>('approve', 'approve', 'receive', 'receive', 'refuse', 'close')
type Call = 'approve' | 'refuse' | 'receive' | 'close'

/** Approves, refuses, receives or closes a return, sometimes twice at once. */
export const moveReturn = step(
  'moveReturn',
  fc.record({
    user: fc.constantFrom<UserName>('admin', 'admin', 'admin', 'jane', 'bill'),
    one: which,
    call: calls,
    restocked: fc.integer({ min: 0, max: 2 }),
    isDoubled: fc.boolean(),
  }),
  async ({ user, one, call, restocked, isDoubled }, model, { users }) => {
    const wanted = nth(model.returns, one)
    if (!wanted) return
    const { number, version, line, quantity } = wanted
    const pieces = { received: quantity, restocked: Math.min(restocked, quantity), scrapped: 0 }
    const more = {
      approve: {},
      close: {},
      refuse: { refusal: 'Used' },
      receive: { lines: [{ _id: line.id, ...pieces }] },
    }[call]
    const send = () => users[user].call('POST', `/returns/${number}/${call}`, { version, ...more })
    const answers = await Promise.all(isDoubled ? [send(), send()] : [send()])
    const [first, second] = answers.toSorted((a, b) => a.status - b.status)
    if (first) expectAnswer(first, moved(model, wanted, user, call, pieces))
    const again = first?.status === 200 ? { status: 409, code: 'stale' } : undefined
    if (second && again) expectAnswer(second, again)
  },
)

function moved(
  model: OrderModel,
  wanted: ModelReturn,
  user: UserName,
  call: Call,
  { received, restocked }: { received: number; restocked: number },
): Expected {
  const { line, status } = wanted
  if (user !== 'admin') {
    if (call !== 'close') return { status: 403, code: 'not-allowed' }
    if (user !== line.buyer) return { status: 404, code: 'no-such-return' }
  }
  const from = {
    approve: ['requested'],
    refuse: ['requested'],
    receive: ['approved'],
    close: user === 'admin' ? ['requested', 'approved'] : ['requested'],
  }
  if (!from[call].includes(status)) return { status: 409, code: 'not-now' }
  const becomes = {
    approve: 'approved',
    refuse: 'refused',
    receive: 'received',
    close: 'closed',
  } as const
  wanted.status = becomes[call]
  wanted.version += 1
  if (call === 'receive') {
    wanted.received = received
    if (restocked > 0) movePieces(model, line.product, restocked, 'return', line.id)
  }
  happened(model, [line], `return-${wanted.status}`)
  if (call === 'approve' || call === 'refuse')
    model.history.push(mailAbout(`order-return-${wanted.status}`, [line]))
  return { status: 200 }
}
