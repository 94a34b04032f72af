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

const locked = {
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b': { version: '1.0.0', optional: true },
}
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['scripts', 'bin', 'node_modules/node/bin']) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  cpSync(join(import.meta.dirname, 'install.mjs'), join(root, 'scripts/install.mjs'))
  writeFileSync(join(root, 'node_modules/node/bin/node'), '')
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }))
  npmThat('exit 0')
})

/** Puts an npm in place that notes how it was called. */
function npmThat(does: string): void {
  const script = `#!/bin/sh\necho "$@" >> '${root}/calls'\n${does}\n`
  writeFileSync(join(root, 'bin/npm'), script, { mode: 0o755 })
}

function installed(packages: Record<string, { version: string }>): void {
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
}

function ensureInstalled() {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--eval', `import('./scripts/install.mjs').then((it) => it.ensureInstalled())`],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${root}/bin:${process.env.PATH}` },
    },
  )
  const calls = existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8') : ''
  return { status, stdout, stderr, calls }
}

test('does nothing when the packages are the locked ones', () => {
  installed({ 'node_modules/a': { version: '1.0.0' } })
  expect(ensureInstalled()).toEqual({ status: 0, stdout: '', stderr: '', calls: '' })
})

test.each([
  ['a package is missing', {}],
  ['a version is another', { 'node_modules/a': { version: '1.0.1' } }],
  [
    'an optional version is another',
    { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } },
  ],
])('installs when %s', (_, packages) => {
  installed(packages)
  const { status, stdout, calls } = ensureInstalled()
  expect(stdout).toBe('Installing packages, about a minute …\n')
  expect(calls).toMatch(/^ci /)
  expect(status).toBe(0)
})

test('installs when an earlier attempt was cut short', () => {
  expect(ensureInstalled().calls).toMatch(/^ci /)
})

test('puts Node in its place where npm runs no install scripts', () => {
  rmSync(join(root, 'node_modules/node/bin/node'))
  expect(ensureInstalled().calls).toMatch(/^ci .*\nrebuild node --ignore-scripts=false/)
})

test('a failure ends with what npm said and a remedy', () => {
  npmThat('echo no network >&2; exit 7')
  const { status, stderr } = ensureInstalled()
  expect(status).toBe(1)
  expect(stderr).toContain('no network')
  expect(stderr).toContain('check the network')
})

test('never empties a folder that other checkouts share by a link', () => {
  renameSync(join(root, 'node_modules'), join(root, 'shared'))
  symlinkSync(join(root, 'shared'), join(root, 'node_modules'))
  const { status, stderr, calls } = ensureInstalled()
  expect({ status, calls }).toEqual({ status: 1, calls: '' })
  expect(stderr).toContain('is a link')
})
