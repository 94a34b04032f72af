import autocannon from 'autocannon'
import type { Customers } from './shops/order-shop.ts'

export const CONNECTIONS = 16

let sent = 0

/**
 * Places orders for some seconds, each with its own Idempotency-Key, by many buyers. With TRUSTED_PROXY
 * 127.0.0.1 each has a network of its own, as buyers of one network that never paid share limits.
 */
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
          const buyer = sent % tokens.length
          const productId = products[sent % products.length]
          const order = { productId, quantity: 1, name: 'Jane', address: '1 Anvil Street' }
          request.headers = {
            'Content-Type': 'application/json',
            Authorization: `Bearer ${tokens[buyer]}`,
            'X-Forwarded-For': `203.${buyer >> 8}.${buyer & 255}.1`,
            'Idempotency-Key': `order ${sent}`,
          }
          request.body = JSON.stringify(order)
          return request
        },
      },
    ],
  })
}
