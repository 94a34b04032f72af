import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ensureInstalled, ownNode } from './install.mjs'

/** Bounds the space for short-lived objects, which a busy shop otherwise lets grow to 130 MB. */
const NODE_FLAGS = ['--max-semi-space-size=16']

/**
 * Installs missing packages and runs `main` under the project's Node. When this process runs another
 * version, it restarts the script under the right one, forwards signals and adopts its exit code.
 * Tests and benchmarks also need the `dev` packages.
 */
export async function runUnderOwnNode(main, packages) {
  // End together with a parent process that started this one with an IPC channel.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
  ensureInstalled(packages)
  if (process.versions.node === ownVersion()) return main()

  const child = spawn(ownNode, [...NODE_FLAGS, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === 'SIGINT' ? 2 : 15)
  })
}

function ownVersion() {
  const file = new URL('../../package.json', import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).dependencies.node
}
