import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

// With the real npm and its registry, so only what the build's own binding needs, and from npm's cache where it can.
const LIMIT_MS = 300_000
const root = join(import.meta.dirname, '..')

/** Runs a program in a folder with other programs first on its path. */
function run(folder: string, path: string[], program: string, ...words: string[]) {
  const own = join(root, 'node_modules')
  const rest = process.env.PATH?.split(delimiter).filter((entry) => !entry.startsWith(own)) ?? []
  // What the npm around this test says of itself is not to be taken for the old one's.
  const foreign = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)/i.test(name))
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...Object.fromEntries(foreign),
      PATH: [...path, ...rest].join(delimiter),
      npm_config_prefer_offline: 'true',
      npm_config_update_notifier: 'false',
    },
  })
  return { status, said: `${stdout}${stderr}` }
}

const ownPrograms = join(root, 'node_modules/.bin')
// Without the registry, nor its copy in npm's cache, there is no old Node to try.
const hasRegistry = run(root, [ownPrograms], 'npm', 'view', 'node@18.0.0', 'version').status === 0

/** A folder with these packages; gives the place of their programs. */
function packages(folder: string, dependencies: Record<string, string>): string {
  mkdirSync(folder, { recursive: true })
  const project = { private: true, dependencies, allowScripts: { node: true } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project))
  expect(run(folder, [ownPrograms], 'npm', 'install', '--no-audit', '--no-fund')).toMatchObject({
    status: 0,
  })
  return join(folder, 'node_modules/.bin')
}

type Locked = Record<string, { version: string } & Partial<Record<Kind, Record<string, string>>>>
type Kind = 'dependencies' | 'optionalDependencies' | 'peerDependencies'

/** This project cut down to Node and the bundler, as package-lock.json has them. */
function makeSmallProject(folder: string): void {
  const locked: Locked = readJson('package-lock.json').packages
  const kept: Locked = {}
  const keep = (name: string, parent: string) => {
    const path = [`${parent}/node_modules/${name}`, `node_modules/${name}`].find(
      (at) => at in locked,
    )
    const found = path && locked[path]
    if (!found || path in kept) return
    kept[path] = found
    const { dependencies, optionalDependencies, peerDependencies } = found
    const wanted = { ...dependencies, ...optionalDependencies, ...peerDependencies }
    for (const next of Object.keys(wanted)) keep(next, path)
  }
  const names = ['node', 'rolldown']
  for (const name of names) keep(name, '')
  const dependencies = Object.fromEntries(
    names.map((name) => [name, locked[`node_modules/${name}`]?.version ?? '']),
  )
  const { type, scripts, allowScripts } = readJson('package.json')
  const project = { private: true, type, scripts, allowScripts, dependencies }
  const all = { '': { dependencies }, ...kept }
  mkdirSync(folder)
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project))
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages: all }),
  )
}

function readJson(name: string) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'))
}

test.runIf(hasRegistry)(
  'Node 18 with npm 9 installs what the build needs, also after an install that left it out',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'old-node-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const old = [packages(join(folder, 'old'), { node: '18.0.0', npm: '9.9.4' })]
    const shop = join(folder, 'shop')
    makeSmallProject(shop)
    const bundle = () => run(shop, [], process.execPath, '--eval', `import('rolldown')`)

    expect(run(shop, old, 'node', '--version').said).toBe('v18.0.0\n')
    expect(run(shop, old, 'npm', 'ci', '--ignore-scripts')).toEqual({
      ...{ status: 0, said: expect.anything() },
    })
    expect(bundle()).toMatchObject({ status: 1, said: expect.stringContaining('binding') })

    expect(run(shop, old, 'npm', 'run', '--silent', 'setup')).toEqual({
      ...{ status: 0, said: 'Installing packages, about a minute …\n' },
    })
    expect(bundle()).toEqual({ status: 0, said: '' })
    const ownNode = run(shop, old, 'npm', 'exec', '--call', 'node --version')
    expect(ownNode.said).toContain(`v${readJson('package.json').dependencies.node}`)
  },
  LIMIT_MS,
)

test.runIf(hasRegistry)(
  'an older Node is told in one sentence what is missing',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'old-node-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const version of ['6.17.1', '16.20.2']) {
      const old = packages(join(folder, version), { node: version })
      const started = run(root, [], join(old, 'node'), 'scripts/run.cjs', 'start')
      expect(started).toEqual({
        ...{ status: 1, said: expect.stringMatching(/^Forgewell needs Node 18 or newer, .+\.\n$/) },
      })
      expect(started.said).toContain(version)
    }
  },
  LIMIT_MS,
)
