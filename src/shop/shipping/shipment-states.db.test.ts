import { expect, test } from 'vitest'
import { buy, payFor } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { type ShipmentAction, type ShipmentStatus, shipmentAfter, shipmentStatuses } from './shipment.ts'

const actions: ShipmentAction[] = ['pack', 'ship', 'deliver', 'track', 'cancel']
/** The actions that lead to each status. */
const ways: Record<ShipmentStatus, ShipmentAction[]> = {
  open: [],
  packed: ['pack'],
  shipped: ['pack', 'ship'],
  delivered: ['pack', 'ship', 'deliver'],
  cancelled: ['pack', 'cancel'],
}

test('the API allows exactly what the table of states lists, and reaches the status that it names', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const owen = await signUpAdmin(shop)
  const line = await buy(jane, await addProduct(shop.db), 50)
  await payFor(shop, jane, [line._id])
  const act = ({ _id, version }: { _id: string; version: number }, action: ShipmentAction) => {
    const more = {
      pack: { lines: [{ _id: line._id, quantity: 1 }] },
      ship: { carrier: 'UPS' },
      deliver: {},
      track: { trackingStatus: 'In Reno' },
      cancel: { reason: 'Lost' },
    }[action]
    const call = action === 'track' ? 'tracking' : action
    return owen.call('POST', `/shipments/${_id}/${call}`, { version, ...more })
  }
  for (const status of shipmentStatuses) {
    for (const action of actions) {
      let { body: shipment } = await owen.call('POST', '/shipments', { order: line.orderId })
      for (const step of ways[status]) shipment = (await act(shipment, step)).body
      expect(shipment.status).toBe(status)
      const answer = await act(shipment, action)
      const next = shipmentAfter({ status }, action)
      if (!next) expect(answer).toMatchObject({ status: 409, body: { code: 'not-now' } })
      else if (next === 'gone') {
        expect((await owen.call('GET', `/shipments/${shipment._id}`)).status).toBe(404)
      } else expect(answer).toMatchObject({ status: 200, body: { status: next } })
    }
  }
})
