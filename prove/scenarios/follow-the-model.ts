import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { requirePostgresBinaries } from '#platform/testing/postgres-binaries.ts'
import { startPostgres } from '#platform/testing/postgres-server.ts'
import type { Scenario } from '#prove/scenario.ts'

const MODEL_TEST = 'src/shop/orders/order-model.db.test.ts'
const VITEST = 'node_modules/.bin/vitest'
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
    // Without a URL the tests start the server that the shop brings.
    const programs = environments.name === 'postgresql' ? requirePostgresBinaries() : undefined
    const server =
      programs === undefined ? undefined : await startPostgres({ programs, durable: false })
    const model = spawn(VITEST, ['run', '--project', 'database', MODEL_TEST], {
      env: { ...process.env, ...size, ...(server && { TEST_DATABASE_URL: server.url }) },
      stdio: 'inherit',
    })
    const [code] = await once(model, 'exit')
    await server?.stop()
    return {
      tries: RUNS,
      counted: `runs of ${STEPS} steps on average, seed ${seed}`,
      deviations: code === 0 ? [] : ['the shop differs from the model; see the output above'],
    }
  },
}
