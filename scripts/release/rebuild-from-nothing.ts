import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '#platform/testing/free-port.ts'
import { runOf } from '#prove/proof-page.ts'
import {
  cloneInto,
  end,
  HOME,
  makeCleanRoot,
  packagesIn,
  registryEnvironment,
  spawnIn,
} from './clean-root.ts'

const REPORT = join(import.meta.dirname, '../../docs/proof/rebuild.md')
const START_LIMIT_MS = 40 * 60_000
const TEST_LIMIT_MS = 60 * 60_000
const FIRST_STAGES = 'types lint docs unit'

type Line = { step: string; result: string; seconds: number }

/**
 * Builds and tests the committed state in an empty Debian that has only Node and npm, and writes the
 * results to docs/proof/rebuild.md. Returns the exit code.
 */
export async function rebuildFromNothing(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      whole: { type: 'boolean', default: false },
      stages: { type: 'string', default: FIRST_STAGES },
    },
  })
  if (process.getuid?.() !== 0 || process.platform !== 'linux') {
    console.error('This needs root on Debian or Ubuntu, for debootstrap and chroot.')
    return 1
  }
  const root = mkdtempSync(join(tmpdir(), 'forgewell-rebuild-'))
  const remove = () => rmSync(root, { recursive: true, force: true })
  process.once('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(130))
  }
  execFileSync('chmod', ['755', root])
  const lines: Line[] = []
  const step = async (name: string, work: () => Promise<string> | string) => {
    const line = { step: name, result: 'did not end', seconds: 0 }
    lines.push(line)
    if (commit) writeReport(commit, lines)
    const began = performance.now()
    line.result = await work()
    line.seconds = Math.round((performance.now() - began) / 1000)
    if (commit) writeReport(commit, lines)
    console.log(`${name}: ${line.result}, ${line.seconds} s`)
  }
  const environment = registryEnvironment()
  let commit = ''
  await step('An empty Debian with Node and npm', () => {
    makeCleanRoot(root, codename())
    const versions = ['node', 'npm'].map((name) => {
      const { stdout } = spawnSync('chroot', [root, name, '--version'], { encoding: 'utf8' })
      return `${name} ${stdout.trim().replace('v', '')}`
    })
    return `${codename()}, ${packagesIn(root).length} packages, ${versions.join(', ')}`
  })
  await step('`git clone`', () => {
    commit = cloneInto(root)
    return `commit ${commit}`
  })
  const log = join(root, 'output.log')
  try {
    await step('`npm start`, until a page answers', () => startAndFetch(root, log, environment))
    // The whole run installs Chromium and PostgreSQL with apt-get, as the README says.
    const user = values.whole ? 'root' : 'shop'
    const command = values.whole ? 'npm test' : `npm test -- ${values.stages}`
    await step(`\`${command}\``, () => runTests(root, log, command, environment, user))
    return 0
  } catch (error) {
    writeReport(commit, lines)
    console.error(`${error instanceof Error ? error.message : error}\n${tail(log)}`)
    return 1
  }
}

async function startAndFetch(root: string, log: string, environment: Record<string, string>) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const shop = spawnIn(root, 'npm start', { ...environment, PORT: `${port}` })
  for (const stream of [shop.stdout, shop.stderr])
    stream?.on('data', (data: Buffer) => appendFileSync(log, data))
  try {
    const late = AbortSignal.timeout(START_LIMIT_MS)
    for (;;) {
      if (shop.exitCode !== null) throw new Error('npm start ended')
      if (late.aborted) throw new Error('npm start took too long')
      const page = await fetch(`${url}/purchase`).catch(() => null)
      if (page?.ok) return await readPage(url, await page.text())
      await setTimeout(500)
    }
  } finally {
    await end(shop)
  }
}

/** The expected contents of the page and its images. */
async function readPage(url: string, html: string): Promise<string> {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1]
  const path = /\/media\/[^"' ]+\.webp/.exec(html)?.[0]
  const image = path ? await fetch(url + path) : undefined
  if (!title || image?.status !== 200) throw new Error('The page has no title or no image')
  return `the page “${title}” and its first image, ${(await image.arrayBuffer()).byteLength} bytes`
}

async function runTests(
  root: string,
  log: string,
  command: string,
  environment: Record<string, string>,
  user: 'shop' | 'root',
): Promise<string> {
  const tests = spawnIn(root, command, environment, user)
  let closing = ''
  for (const stream of [tests.stdout, tests.stderr])
    stream?.on('data', (data: Buffer) => {
      appendFileSync(log, data)
      closing = /\d+ passed, \d+ failed(, \d+ skipped)?/.exec(`${data}`)?.[0] ?? closing
    })
  const late = AbortSignal.timeout(TEST_LIMIT_MS)
  while (tests.exitCode === null && tests.signalCode === null && !late.aborted) await setTimeout(500)
  await end(tests)
  if (tests.exitCode !== 0) throw new Error(`${command} failed or took too long`)
  return closing
}

function codename(): string {
  return /^VERSION_CODENAME=(.+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
}

function tail(log: string): string {
  return readFileSync(log, 'utf8').split('\n').slice(-60).join('\n')
}

function writeReport(commit: string, lines: Line[]): void {
  const rows = lines.map(({ step, result, seconds }) => `| ${step} | ${result} | ${seconds} |`)
  const text = `# Rebuild from nothing

Written by \`npm run prove rebuild\` of ${runOf()}, commit ${commit}. An empty Debian
(\`debootstrap --variant=minbase\`) got a copy of this machine's Node and npm, a clone of the repository and a user without rights in
\`${HOME}\`. The registry's URL came from the environment. Nothing else was installed by hand.

| Step | Result | Seconds |
|---|---|---|
${rows.join('\n')}
`
  mkdirSync(join(import.meta.dirname, '../../docs/proof'), { recursive: true })
  writeFileSync(REPORT, text)
}
