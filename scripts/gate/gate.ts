import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isStopping, outputLabel, run, stopChildrenOnSignal } from './child-process.ts'
import {
  closingLine,
  countPlaywright,
  countVitest,
  type Outcome,
  outcomeOf,
} from './test-report.ts'

// Holds all temporary files of a run. As root, PostgreSQL runs as another user that also writes here.
const folder = mkdtempSync(join(tmpdir(), 'forgewell-test-'))
chmodSync(folder, 0o1777)
const inFolder = { TMPDIR: folder }

const SHORT = '--short --seed 1 --database embedded'

/** The steps, in the order of the summary. */
const STEPS: Record<string, () => Promise<Outcome>> = {
  types: () => check('react-router typegen', 'tsc'),
  lint: () => check('biome check'),
  docs: () => check('node scripts/checks/check-docs.ts'),
  unit: () => vitest('unit'),
  database: () => vitest('database'),
  machine: () => vitest('machine'),
  build: () => check('node scripts/build.ts'),
  operations: () => playwright('operations'),
  proof: () => check(`node scripts/command.mjs prove ${SHORT}`),
  security: () => check(`node scripts/command.mjs prove security ${SHORT}`),
  faults: () => check(`node scripts/command.mjs prove faults ${SHORT}`),
  browser: () => playwright('browser'),
}

/**
 * The steps by phase; the lanes of a phase run side by side. The browser tests and the database
 * tests each keep both processors busy, so no phase has both; the proofs, and the tests of the
 * shop's process, wait much of their time
 * (docs/decisions/0040-a-gate-of-eight-minutes.md).
 */
const PHASES: string[][][] = [
  [['types', 'lint', 'docs', 'unit', 'build', 'operations', 'machine'], ['database']],
  [['browser'], ['proof', 'security', 'faults']],
]

/** Names for several steps at once. */
const GROUPS: Record<string, string[]> = { quick: ['types', 'lint', 'unit', 'database'] }

/** Runs the named steps, or all of them, and prints a summary. Returns the exit code. */
export async function runGate(names: string[]): Promise<number> {
  stopChildrenOnSignal()
  try {
    return await gate(names)
  } finally {
    await removeFolder()
  }
}

async function gate(asked: string[]): Promise<number> {
  const names = asked.flatMap((name) => GROUPS[name] ?? [name])
  const unknown = names.filter((name) => !(name in STEPS))
  if (unknown.length > 0) {
    console.error(
      `No step ${unknown.join(', ')}: there are ${Object.keys({ ...GROUPS, ...STEPS }).join(', ')}.`,
    )
    return 1
  }
  const startedAt = performance.now()
  const outcomes = await runSteps(names)
  if (isStopping()) return 130

  const notes = [...outcomes].flatMap(([name, { notes }]) => notes.map((n) => `${name}: ${n}`))
  console.log(`\n${notes.map((note) => `  ${note}\n`).join('')}`)
  const results = [...outcomes.values()]
  console.log(
    `After ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${closingLine(results)}`,
  )
  return results.some(({ failed }) => failed > 0) ? 1 : 0
}

function needsBuild(name: string): boolean {
  return ['operations', 'proof', 'security', 'faults', 'browser'].includes(name)
}

/** Runs the steps, phase by phase. */
async function runSteps(names: string[]): Promise<Map<string, Outcome>> {
  const isWanted = (name: string) =>
    names.length === 0 || names.includes(name) || (name === 'build' && names.some(needsBuild))
  const wanted = Object.keys(STEPS).filter(isWanted)
  const outcomes = new Map<string, Outcome>()
  const runLane = async (lane: string[]) => {
    for (const name of lane.filter(isWanted)) {
      if (isStopping()) return
      outcomes.set(name, await runStep(name, outcomes, wanted.length > 1))
    }
  }
  for (const lanes of PHASES) await Promise.all(lanes.map(runLane))
  return outcomes
}

async function runStep(
  name: string,
  outcomes: Map<string, Outcome>,
  isLabelled: boolean,
): Promise<Outcome> {
  if (needsBuild(name) && outcomes.get('build')?.failed) {
    return skipped('left out, because the build failed')
  }
  console.log(`\n── ${name} ──`)
  const startedAt = performance.now()
  const step = STEPS[name] as () => Promise<Outcome>
  const outcome = await (isLabelled ? outputLabel.run(name, step) : step())
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${name}: ${outcome.failed > 0 ? 'failed' : 'good'} after ${seconds} s`)
  return outcome
}

/** Runs commands until one fails; together they count as one test. */
async function check(...commands: string[]): Promise<Outcome> {
  for (const command of commands) {
    const [program = '', ...words] = command.split(' ')
    if ((await run(program, words, inFolder)) === 0) continue
    return { passed: 0, failed: 1, skipped: 0, notes: ['failed, see its lines above'] }
  }
  return { passed: 1, failed: 0, skipped: 0, notes: [] }
}

async function vitest(project: string): Promise<Outcome> {
  const report = join(folder, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run('vitest', ['run', `--project=${project}`, ...reporters], inFolder)
  return outcomeOf(report, code, countVitest)
}

async function playwright(project: string): Promise<Outcome> {
  const report = join(folder, `${project}.json`)
  const code = await run('playwright', ['test', `--project=${project}`, '--reporter=list,json'], {
    ...inFolder,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // Playwright sets FORCE_COLOR, and Node warns when both are set.
    NO_COLOR: undefined,
  })
  return outcomeOf(report, code, countPlaywright)
}

function skipped(note: string): Outcome {
  console.log(note)
  return { passed: 0, failed: 0, skipped: 1, notes: [note] }
}

/** Retries, because after Ctrl-C the database server may still be writing to the folder. */
async function removeFolder(): Promise<void> {
  for (let tries = 0; existsSync(folder) && tries < 100; tries++) {
    rmSync(folder, { recursive: true, force: true })
    await setTimeout(50)
  }
}
