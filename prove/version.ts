import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#platform/testing/free-port.ts'

const START_LIMIT_MS = 15 * 60_000

/** A version of the shop in a folder, whose commands run like a person's. */
export type Version = { folder: string; name: string }

export type RunningVersion = { url: string; stop: () => Promise<void> }

/** This version. */
export const present: Version = { folder: join(import.meta.dirname, '..'), name: 'this version' }

/** The commit that is checked out. */
export function presentCommit(): string {
  return readGit('rev-parse', '--short=7', 'HEAD')
}

/** Returns the output of a git command in this repository. */
export function readGit(...args: string[]): string {
  return execFileSync('git', args, { cwd: present.folder, encoding: 'utf8' }).trim()
}

/** Puts the files of an earlier commit into a new folder. */
export function takeVersion(commit: string, folder: string): Version {
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: present.folder,
    maxBuffer: 1024 ** 3,
  })
  execFileSync('tar', ['--extract'], { cwd: folder, input: archive })
  return { folder, name: `commit ${commit.slice(0, 7)}` }
}

/** Starts a version with `npm start`, which installs and builds it first. */
export async function startVersion(
  version: Version,
  settings: Record<string, string>,
): Promise<RunningVersion> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { child, ended, output } = runNpm(version, ['start'], { ...settings, PORT: `${port}` })
  const late = AbortSignal.timeout(START_LIMIT_MS)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${version.name} did not start:\n${output()}`)
    if (late.aborted) {
      await stop()
      throw new Error(`${version.name} took too long to start:\n${output()}`)
    }
    const ready = await fetch(`${url}/readyz`).catch(() => null)
    if (ready?.ok) return { url, stop }
    await setTimeout(200)
  }
}

/** Runs an npm command of a version to its end. */
export async function runVersion(
  version: Version,
  words: string[],
  settings: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const { child, ended, output } = runNpm(version, words, settings)
  const late = AbortSignal.timeout(START_LIMIT_MS)
  late.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  await ended
  return { code: child.exitCode ?? 1, output: output() }
}

function runNpm(version: Version, words: string[], settings: Record<string, string>) {
  const own = join(present.folder, 'node_modules')
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.startsWith(own))
  const child = spawn('npm', ['run', '--silent', ...words], {
    cwd: version.folder,
    env: { ...process.env, PATH: path.join(':'), DATABASE_URL: '', PUBLIC_URL: '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data
    })
  }
  const ended = once(child, 'close')
  return { child, ended, output: () => output }
}
