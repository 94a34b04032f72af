import { join } from 'node:path'
import { baseOfChange, changedFiles, changedFolders } from './change.ts'
import { run } from './child-process.ts'
import { countPlaywright, countVitest, type Outcome, outcomeOf, type VitestReport } from './test-report.ts'

/** Runs a step; `folder` holds its temporary files. */
export type Step = (folder: string) => Promise<Outcome>

/** The steps of a command by name, in the order of the summary, and the lanes of its phases. */
export type Plan = {
  steps: Record<string, Step>
  /** Phases run one after the other, the lanes of a phase side by side, and the steps of a lane in turn. */
  phases: string[][][]
}

const PROOF = '--short --seed 1 --database embedded'

const COMPONENTS = '--config=vitest.component.config.ts'

// `tags` of a test are declared in vitest.config.ts.
const SHORT_ONLY = '--tagsFilter=!long'

const checks = {
  // One checker takes half of the processor time of the default four, which each infer most types again.
  types: check('react-router typegen', 'tsc --checkers 1'),
  lint: check('biome check'),
  docs: check('node scripts/checks/check-docs.ts'),
  unit: vitest('unit'),
  component: vitest('component', COMPONENTS),
}
const build = check('node scripts/build.ts')

/** `npm test`: every change passes it. */
export const GATE: Plan = {
  steps: {
    ...checks,
    unit: vitest('unit', SHORT_ONLY),
    database: vitest('database', SHORT_ONLY),
    build,
    browser: playwright('browser', '--grep', '@gate'),
  },
  // Browser and database tests each keep both processors busy, so they never run at once.
  phases: [[['build', 'types', 'lint', 'docs', 'unit', 'component'], ['database']], [['browser']]],
}

/** `npm run test:all`: everything. The proofs and the tests of the shop's process wait much of their time. */
export const ALL: Plan = {
  steps: {
    ...checks,
    database: vitest('database'),
    machine: vitest('machine'),
    build,
    operations: playwright('operations'),
    browser: playwright('browser'),
    proof: check(`node scripts/command.mjs prove ${PROOF}`),
    security: check(`node scripts/command.mjs prove security ${PROOF}`),
    faults: check(`node scripts/command.mjs prove faults ${PROOF}`),
  },
  phases: [
    [['build', 'types', 'lint', 'docs', 'unit', 'component', 'operations', 'machine'], ['database']],
    [['browser'], ['proof', 'security', 'faults']],
  ],
}

/**
 * `npm test -- changed`: the unit and component tests that import a changed file, and the database tests
 * beside changed files.
 */
export function planOfChange(): Plan {
  const folders = changedFolders(changedFiles())
  const changed = ['--passWithNoTests', `--changed=${baseOfChange()}`]
  const database = vitest('database', SHORT_ONLY, '--passWithNoTests', ...folders)
  return {
    steps: {
      unit: vitest('unit', SHORT_ONLY, ...changed),
      component: vitest('component', COMPONENTS, ...changed),
      ...(folders.length > 0 && { database }),
    },
    phases: [[['unit', 'component'], ['database']]],
  }
}

/** Returns whether a step runs the built shop. */
export function needsBuild(name: string): boolean {
  return ['operations', 'proof', 'security', 'faults', 'browser'].includes(name)
}

/** Runs commands until one fails; together they count as one test. */
function check(...commands: string[]): Step {
  return async (folder) => {
    const startedAt = performance.now()
    for (const command of commands) {
      const [program = '', ...words] = command.split(' ')
      if ((await run(program, words, { TMPDIR: folder })) === 0) continue
      const notes = ['failed, see its lines above']
      return { passed: 0, failed: 1, skipped: 0, notes, times: [] }
    }
    const times = [{ name: commands.join(', '), ms: performance.now() - startedAt }]
    return { passed: 1, failed: 0, skipped: 0, notes: [], times }
  }
}

function vitest(project: string, ...args: string[]): Step {
  return async (folder) => {
    const report = join(folder, `${project}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await run('vitest', ['run', `--project=${project}`, ...args, ...reporters], {
      TMPDIR: folder,
    })
    const leftOut = args.includes(SHORT_ONLY) ? 'long' : undefined
    return outcomeOf(report, code, (result: VitestReport) => countVitest(result, leftOut))
  }
}

function playwright(project: string, ...args: string[]): Step {
  return async (folder) => {
    const report = join(folder, `${project}.json`)
    const words = ['test', `--project=${project}`, '--reporter=list,json', ...args]
    const code = await run('playwright', words, {
      TMPDIR: folder,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      // Playwright sets FORCE_COLOR, and Node warns when both are set.
      NO_COLOR: undefined,
    })
    return outcomeOf(report, code, countPlaywright)
  }
}
