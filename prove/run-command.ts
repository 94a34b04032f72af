import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Environment } from '#prove/environment/environment.ts'

const LIMIT_MS = 120_000

/** Runs a command of the shop with the environment's settings; returns its output when it fails. */
export async function runCommand(
  name: 'backup' | 'restore',
  args: string[],
  { settings }: Environment,
): Promise<string | undefined> {
  const script = join(import.meta.dirname, '../scripts/command.mjs')
  const child = spawn(process.execPath, [script, name, ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'close')
  return code === 0 ? undefined : (await output).join('').trim()
}
