import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Part } from './scenario.ts'

const STORY = 'src/shop/orders/order-model.db.test.ts'
const VITEST = 'node_modules/.bin/vitest'
const RUNS = 500
const STEPS = 40

/** Two buyers and an admin do whatever may be done, and the database equals a model of it. */
export const followTheModel: Part = {
  name: 'Two buyers and an admin against a model',
  notApplicable: ({ isShort }) =>
    isShort ? 'the short form leaves it to the tests of each database' : undefined,
  run: async ({ grounds, random }) => {
    const seed = random.integer(1, 2 ** 31 - 1)
    const size = { PROVE_RUNS: `${RUNS}`, PROVE_STEPS: `${STEPS}`, PROVE_SEED: `${seed}` }
    const model = spawn(VITEST, ['run', '--project', grounds.name, STORY], {
      ...{ env: { ...process.env, ...size }, stdio: 'inherit' },
    })
    const [code] = await once(model, 'exit')
    return {
      tries: RUNS,
      counted: `runs of ${STEPS} steps on average, seed ${seed}`,
      deviations: code === 0 ? [] : ['the shop and the model differ: the path is told above'],
    }
  },
}
