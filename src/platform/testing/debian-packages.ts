import { spawnSync } from 'node:child_process'

/** Whether this process may install Debian packages: as root, unless TEST_INSTALL=0 forbids it. */
export function canInstallDebianPackages(): boolean {
  if (process.env.TEST_INSTALL === '0') return false
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

/** Installs Debian packages without a question; throws with apt's words when that fails. */
export function installDebianPackages(...names: string[]): void {
  console.info(`Installing Debian's ${names.join(', ')} …`)
  aptGet('update')
  aptGet(
    ...['install', '--yes', '--no-install-recommends'],
    ...['--option', 'Dpkg::Options::=--force-confold', ...names],
  )
}

// A machine without a network shall say so soon.
const IMPATIENT = ['--option', 'Acquire::Retries=0', '--option', 'Acquire::http::Timeout=20']

function aptGet(...words: string[]): void {
  const { status, stdout, stderr } = spawnSync('apt-get', ['--quiet', ...IMPATIENT, ...words], {
    encoding: 'utf8',
    // No questions, and settings that are there already stay.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' },
  })
  if (status !== 0) throw new Error(`apt-get ${words.join(' ')} failed:\n${stdout}${stderr}`)
}
