import { expect, test } from 'vitest'
import { buy, payFor, ship } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { type ReturnAction, type ReturnStatus, returnStates, returnStatuses } from './return-request.ts'

const actions: ReturnAction[] = ['approve', 'refuse', 'receive', 'withdraw', 'close']
/** The actions that lead to each status. */
const ways: Record<ReturnStatus, ReturnAction[]> = {
  requested: [],
  approved: ['approve'],
  refused: ['refuse'],
  received: ['approve', 'receive'],
  closed: ['close'],
}

test('the API allows exactly what the table of states lists, and reaches the status that it names', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const owen = await signUpAdmin(shop)
  const line = await buy(jane, await addProduct(shop.db), 50)
  await payFor(shop, jane, [line._id])
  const lines = [{ _id: line._id, quantity: 1 }]
  await ship(owen, line, [{ _id: line._id, quantity: 50 }])
  const act = ({ _id, version }: { _id: string; version: number }, action: ReturnAction) => {
    const more = {
      approve: {},
      refuse: { refusal: 'Used' },
      receive: { lines: [{ _id: line._id, received: 1, restocked: 1, scrapped: 0 }] },
      withdraw: {},
      close: {},
    }[action]
    const call = action === 'withdraw' ? 'close' : action
    const who = action === 'withdraw' ? jane : owen
    return who.call('POST', `/returns/${_id}/${call}`, { version, ...more })
  }
  for (const status of returnStatuses) {
    for (const action of actions) {
      const wanted = { order: line.orderId, reason: 'wrong', lines }
      let { body: asked } = await jane.call('POST', '/returns', wanted)
      for (const step of ways[status]) asked = (await act(asked, step)).body
      expect(asked.status).toBe(status)
      const answer = await act(asked, action)
      const follows: Partial<Record<ReturnAction, ReturnStatus>> = returnStates[status]
      const next = follows[action]
      if (next) expect(answer).toMatchObject({ status: 200, body: { status: next } })
      else expect(answer).toMatchObject({ status: 409, body: { code: 'not-now' } })
    }
  }
})
