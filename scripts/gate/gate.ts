import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { changedFiles, needsAllTests } from './change.ts'
import { isStopping, outputLabel, stopChildrenOnSignal } from './child-process.ts'
import { ALL, GATE, needsBuild, type Plan, planOfChange } from './steps.ts'
import { closingLine, type Outcome, slowestTests } from './test-report.ts'

type Result = Outcome & { seconds: number }

/** `npm test`: all steps of the gate, the named ones, or `changed`. Returns the exit code. */
export function runGate(names: string[]): Promise<number> {
  if (names.length === 1 && names[0] === 'changed') return runPlan(planOfChange(), [])
  const isRisky = names.length === 0 && needsAllTests(changedFiles())
  const advice = 'This change touches money, stock or shipping: run `npm run test:all` too.'
  return runPlan(GATE, names, isRisky ? advice : '')
}

/** `npm run test:all`: all steps there are, or the named ones. Returns the exit code. */
export function runAllTests(names: string[]): Promise<number> {
  return runPlan(ALL, names)
}

async function runPlan(plan: Plan, names: string[], advice = ''): Promise<number> {
  const unknown = names.filter((name) => !Object.hasOwn(plan.steps, name))
  if (unknown.length > 0) {
    const known = Object.keys(plan.steps).join(', ')
    console.error(`No step ${unknown.join(', ')}: there are ${known}.`)
    return 1
  }
  stopChildrenOnSignal()
  // Holds all temporary files of a run. As root, PostgreSQL runs as another user that also writes here.
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-test-'))
  chmodSync(folder, 0o1777)
  try {
    const startedAt = performance.now()
    const results = await runSteps(plan, names, folder)
    if (isStopping()) return 130
    printSummary(results, (performance.now() - startedAt) / 1000)
    if (advice) console.log(advice)
    // Tools read the last line.
    console.log(closingLine([...results.values()]))
    return [...results.values()].some(({ failed }) => failed > 0) ? 1 : 0
  } finally {
    await remove(folder)
  }
}

/** Runs the steps, phase by phase. */
async function runSteps(plan: Plan, names: string[], folder: string): Promise<Map<string, Result>> {
  const isWanted = (name: string) =>
    names.length === 0 || names.includes(name) || (name === 'build' && names.some(needsBuild))
  const chosen = Object.keys(plan.steps).filter(isWanted)
  const results = new Map<string, Result>()
  const runLane = async (lane: string[]) => {
    for (const name of lane.filter((name) => chosen.includes(name))) {
      if (isStopping()) return
      const runStep = () => resultOf(name, plan, folder, results)
      results.set(name, await (chosen.length > 1 ? outputLabel.run(name, runStep) : runStep()))
    }
  }
  for (const lanes of plan.phases) await Promise.all(lanes.map(runLane))
  // In the order of the summary.
  return new Map(chosen.flatMap((name) => [...results].filter(([known]) => known === name)))
}

async function resultOf(
  name: string,
  plan: Plan,
  folder: string,
  earlier: Map<string, Result>,
): Promise<Result> {
  if (needsBuild(name) && earlier.get('build')?.failed) {
    const notes = ['left out, because the build failed']
    return { passed: 0, failed: 0, skipped: 1, notes, times: [], seconds: 0 }
  }
  console.log(`\n── ${name} ──`)
  const startedAt = performance.now()
  const outcome = await (plan.steps[name] as Plan['steps'][string])(folder)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${name}: ${outcome.failed > 0 ? 'failed' : 'passed'} after ${seconds.toFixed(1)} s`)
  return { ...outcome, seconds }
}

function printSummary(results: Map<string, Result>, seconds: number): void {
  console.log('\nSeconds of each step:')
  for (const [name, { seconds, passed, failed }] of results) {
    const counts = `${passed} passed${failed > 0 ? `, ${failed} FAILED` : ''}`
    console.log(`  ${name.padEnd(10)} ${seconds.toFixed(0).padStart(5)}  ${counts}`)
  }
  console.log('The slowest tests:')
  for (const { name, ms } of slowestTests([...results.values()])) {
    console.log(`  ${(ms / 1000).toFixed(1).padStart(6)}  ${name}`)
  }
  for (const [name, { notes }] of results) for (const note of notes) console.log(`  ${name}: ${note}`)
  console.log(`After ${seconds.toFixed(0)} s.`)
}

/** Retries, because after Ctrl-C the database server may still be writing to the folder. */
async function remove(folder: string): Promise<void> {
  for (let tries = 0; existsSync(folder) && tries < 100; tries++) {
    rmSync(folder, { recursive: true, force: true })
    await setTimeout(50)
  }
}
