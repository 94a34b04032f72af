import { expect, test } from 'vitest'
import { isUnlimited } from './overload-guard.server.ts'

test('health checks and simulators answer under overload, and nothing that only looks like them', () => {
  const unlimited = [
    '/healthz',
    '/readyz?verbose',
    '/metrics',
    '/simulators/stripe/v1/payment_intents/pi_1/confirm',
    '/simulators/stripe/v3.js',
  ]
  const limited = [
    '/healthz/x',
    '/healthz.x',
    '/healthzz',
    '//healthz',
    '/healthz/../search?q=wrench',
    '/metrics/%2e%2e/api/products',
    '/simulators',
    '/simulators-x',
    '/simulators/../purchase',
    '/simulators/%2e%2e/purchase',
    '/simulators/\\../purchase',
    '/purchase',
  ]
  expect(unlimited.filter((url) => !isUnlimited(url))).toEqual([])
  expect(limited.filter(isUnlimited)).toEqual([])
})
