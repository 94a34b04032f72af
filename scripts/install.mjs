// Runs on whatever Node the machine has (18 or newer), before any package is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The Node that npm installs for this project, whatever Node the machine has. */
export const ownNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** Brings node_modules to what package-lock.json says; exits with a remedy when that fails. */
export function ensureInstalled() {
  if (packagesMatchLockfile() && existsSync(ownNode)) return
  refuseSharedFolder()
  console.log('Installing packages, about a minute …')
  npm('ci', '--no-audit', '--no-fund', '--loglevel=error')
  // Where npm is told to run no install scripts, Node has not been put in its place yet.
  if (!existsSync(ownNode)) npm('rebuild', 'node', '--ignore-scripts=false', '--loglevel=error')
}

/** npm would empty the folder that a link leads to, under whoever else works with it. */
function refuseSharedFolder() {
  if (!lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return
  console.error(
    'node_modules is a link to a folder whose packages are not those of package-lock.json: remove the link, or install there.',
  )
  process.exit(1)
}

/** npm writes its record of what it installed last, so a half made folder never matches. */
function packagesMatchLockfile() {
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf('node_modules/.package-lock.json')
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true
    if (path in installed) return installed[path].version === version
    return Boolean(optional || devOptional)
  })
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages
  } catch {
    return undefined
  }
}

function npm(...words) {
  const { status, error, stdout, stderr } = spawnSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: pathWithoutOwnNode(), PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  })
  if (status === 0) return
  console.error(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`)
  console.error(
    'The packages could not be installed: check the network and the lines above, then run the same command again.',
  )
  process.exit(1)
}

/** npm replaces our own Node while it installs, so npm itself must not run on it. */
function pathWithoutOwnNode() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(root, 'node_modules')))
    .join(delimiter)
}
