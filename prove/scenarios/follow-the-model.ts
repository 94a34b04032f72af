import { runDatabaseTest } from '#prove/database-test.ts'
import type { Scenario } from '#prove/scenario.ts'

const MODEL_TEST = 'src/shop/orders/order-model.db.test.ts'
const RUNS = 500
const STEPS = 40

/** Random actions of two buyers and an admin; the database must match a model after each step. */
export const followTheModel: Scenario = {
  name: 'Two buyers and an admin against a model',
  notApplicable: ({ isShort }) =>
    isShort ? 'left out of the short form, because the database tests cover it' : undefined,
  run: async ({ environments, random }) => {
    const seed = random.integer(1, 2 ** 31 - 1)
    const size = { PROVE_RUNS: `${RUNS}`, PROVE_STEPS: `${STEPS}`, PROVE_SEED: `${seed}` }
    const hasPassed = await runDatabaseTest(environments, MODEL_TEST, size)
    return {
      tries: RUNS,
      counted: `runs of ${STEPS} steps on average, seed ${seed}`,
      deviations: hasPassed ? [] : ['the shop differs from the model; see the output above'],
    }
  },
}
