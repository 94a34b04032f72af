import { credentialsOf } from '#prove/security/client.ts'
import { emailOf } from '#prove/security/passwords.ts'
import { PRODUCTS } from '#prove/seed.ts'
import { asAdmin, callUntilAfter, failuresIn, type Race, statusesOf } from './race.ts'

/** Orders that meet the deletion of their account are refused, or cancelled with it. */
export const deleteAgainstOrder: Race = async ({ call, nextUser }) => {
  const number = nextUser()
  const { token } = await credentialsOf(number)
  const admin = await asAdmin()
  const body = { productId: PRODUCTS[3], quantity: 2, name: 'Jane', address: '1 Anvil Street' }
  const order = () => call('POST', '/perchase', { token, body })
  const early = await order()
  const [deleted, ...answers] = await Promise.all([
    call('DELETE', `/users/${emailOf(number)}`, admin),
    ...Array.from({ length: 4 }, order),
  ])
  const late = await order()
  const placed = [early, ...answers].filter(({ status }) => status === 200)
  const states = await Promise.all(
    placed.map(({ json }) => call('GET', `/purchase/order/${json._id}`, admin)),
  )
  const unpaid = states.filter(({ json }) => json?.status === 'unpaid')
  return [
    ...failuresIn([deleted, ...answers, late]),
    ...(deleted.status === 200 ? [] : [`deleting returned ${deleted.status} ${deleted.text}`]),
    ...(late.status === 401 ? [] : [`a deleted user orders: ${late.status}`]),
    ...(unpaid.length === 0 ? [] : [`${unpaid.length} orders of a deleted user are unpaid`]),
  ]
}

/** Once a shared link is revoked, it opens nothing. */
export const unshareAgainstRead: Race = async ({ call, nextUser }) => {
  const { token } = await credentialsOf(nextUser())
  const lines = [{ productId: PRODUCTS[4], quantity: 10 }]
  const list = await call('POST', '/order-lists', { token, body: { name: 'Van stock', lines } })
  const path = `/order-lists/${list.json._id}/share`
  const shared = await call('POST', path, { token })
  const read = () => call('GET', `/shared-lists/${shared.json.token}`)
  const first = await read()
  const { before, after } = await callUntilAfter(call('DELETE', path, { token }), read)
  const late = after.filter(({ status }) => status !== 404)
  return [
    ...failuresIn([...before, ...after]),
    ...(first.status === 200 ? [] : [`the link returned ${first.status} before`]),
    ...(late.length === 0 ? [] : [`a link works after it was taken back: ${statusesOf(after)}`]),
  ]
}
