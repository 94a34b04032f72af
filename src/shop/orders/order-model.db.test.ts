import { test } from 'vitest'
import { modelRules } from '#server/testing/order-model/order-model.ts'
import { ordersFollowTheModel } from '#server/testing/order-model/orders-follow-the-model.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

// By default a few runs with a fixed seed; the proof does many with random seeds.
const runs = Number(process.env.PROVE_RUNS ?? 25)
const steps = Number(process.env.PROVE_STEPS ?? 20)
const seed = Number(process.env.PROVE_SEED ?? 20_261_121)
const limitMs = 60_000 + runs * 10_000

test('orders, stock and payments match the model under random commands', {
  tags: 'long',
  timeout: limitMs,
}, async () => {
  const shop = await openTestShop(undefined, undefined, { orderRules: modelRules })
  await ordersFollowTheModel(shop, { runs, steps, seed })
})
