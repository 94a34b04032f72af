import autocannon from 'autocannon'
import type { Customers } from './shops/order-shop.ts'

export const CONNECTIONS = 16

let sent = 0

/** Places orders for some seconds, each with its own Idempotency-Key, by many buyers. */
export function loadOrders(url: string, { tokens, products }: Customers, seconds: number) {
  return autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/perchase',
        setupRequest: (request) => {
          sent += 1
          const productId = products[sent % products.length]
          const order = { productId, quantity: 1, name: 'Jane', address: '1 Anvil Street' }
          request.headers = {
            'Content-Type': 'application/json',
            Authorization: `Bearer ${tokens[sent % tokens.length]}`,
            'Idempotency-Key': `order ${sent}`,
          }
          request.body = JSON.stringify(order)
          return request
        },
      },
    ],
  })
}
