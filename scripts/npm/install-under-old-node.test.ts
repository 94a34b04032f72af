import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

// Uses the real npm and registry, so it installs only Node and the bundler, from npm's cache where possible.
const LIMIT_MS = 300_000
const root = join(import.meta.dirname, '../..')

/** Runs a program in a folder, with the folders of `path` first on PATH. */
function run(folder: string, path: string[], program: string, ...args: string[]) {
  const own = join(root, 'node_modules')
  const rest = process.env.PATH?.split(delimiter).filter((entry) => !entry.startsWith(own)) ?? []
  // The old npm must not see the variables of the npm that runs this test.
  const foreign = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)/i.test(name))
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...Object.fromEntries(foreign),
      PATH: [...path, ...rest].join(delimiter),
      npm_config_prefer_offline: 'true',
      npm_config_update_notifier: 'false',
    },
  })
  return { status, output: `${stdout}${stderr}` }
}

const ownPrograms = join(root, 'node_modules/.bin')
// The tests need an old Node from the registry or npm's cache.
const hasRegistry = run(root, [ownPrograms], 'npm', 'view', 'node@18.0.0', 'version').status === 0

/** Installs packages into a folder. Returns the folder of their programs. */
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

/** Writes this project reduced to Node and the bundler, with the versions of package-lock.json. */
function makeSmallProject(folder: string): void {
  const locked: Locked = readJson('package-lock.json').packages
  const selected: Locked = {}
  const keep = (name: string, parent: string) => {
    const path = [`${parent}/node_modules/${name}`, `node_modules/${name}`].find((at) => at in locked)
    const found = path && locked[path]
    if (!found || path in selected) return
    selected[path] = found
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
  const all = { '': { dependencies }, ...selected }
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
  'Node 18 with npm 9 installs what the build needs, also after an incomplete install',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'old-node-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const old = [packages(join(folder, 'old'), { node: '18.0.0', npm: '9.9.4' })]
    const shop = join(folder, 'shop')
    makeSmallProject(shop)
    const bundle = () => run(shop, [], process.execPath, '--eval', `import('rolldown')`)

    expect(run(shop, old, 'node', '--version').output).toBe('v18.0.0\n')
    expect(run(shop, old, 'npm', 'ci', '--ignore-scripts')).toEqual({
      status: 0,
      output: expect.anything(),
    })
    expect(bundle()).toMatchObject({ status: 1, output: expect.stringContaining('binding') })

    expect(run(shop, old, 'npm', 'run', '--silent', 'setup')).toEqual({
      status: 0,
      output: 'Installing packages, about a minute …\n',
    })
    expect(bundle()).toEqual({ status: 0, output: '' })
    const ownNode = run(shop, old, 'npm', 'exec', '--call', 'node --version')
    expect(ownNode.output).toContain(`v${readJson('package.json').dependencies.node}`)
  },
  LIMIT_MS,
)

test.runIf(hasRegistry)(
  'an older Node prints one sentence with the required version',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'old-node-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const version of ['6.17.1', '16.20.2']) {
      const old = packages(join(folder, version), { node: version })
      const started = run(root, [], join(old, 'node'), 'scripts/run.cjs', 'start')
      expect(started).toEqual({
        status: 1,
        output: expect.stringMatching(/^Forgewell needs Node 18 or newer, .+\.\n$/),
      })
      expect(started.output).toContain(version)
    }
  },
  LIMIT_MS,
)
