import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Whether this process may install Debian packages: as root, unless TEST_INSTALL=0 forbids it. */
export function canInstallDebianPackages(): boolean {
  if (process.env.TEST_INSTALL === '0') return false
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

/** Installs Debian packages without prompts; throws with apt's output when that fails. */
export function installDebianPackages(...names: string[]): void {
  console.info(`Installing Debian's ${names.join(', ')} …`)
  aptGet('update')
  aptGet(
    'install',
    '--yes',
    '--no-install-recommends',
    '--option',
    'Dpkg::Options::=--force-confold',
    ...names,
  )
}

/** Unpacks Debian packages, and those that they need and this machine lacks, into a new folder. */
export function unpackDebianPackages(target: string, names: string[]): void {
  console.info(`Fetching Debian's ${names.join(', ')} …`)
  try {
    aptGet('update')
  } catch (error) {
    // Another process may be updating the lists; the present ones may suffice.
    console.info(String(error))
  }
  const folder = `${target}.${process.pid}.part`
  const archives = join(folder, 'archives')
  mkdirSync(join(archives, 'partial'), { recursive: true })
  aptGet(
    'install',
    '--yes',
    '--download-only',
    '--no-install-recommends',
    '--option',
    `Dir::Cache::archives=${archives}`,
    ...names,
  )
  for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
    execFileSync('dpkg-deb', ['--extract', join(archives, name), folder])
  }
  rmSync(archives, { recursive: true })
  // Another process may have done it first.
  if (existsSync(target)) rmSync(folder, { recursive: true })
  else renameSync(folder, target)
}

// Fails quickly on a machine without a network.
const IMPATIENT = ['--option', 'Acquire::Retries=0', '--option', 'Acquire::http::Timeout=20']

function aptGet(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('apt-get', ['--quiet', ...IMPATIENT, ...args], {
    encoding: 'utf8',
    // No prompts, and existing configuration files are kept.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' },
  })
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${stdout}${stderr}`)
}
