import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inputsStamp, isUpToDate } from './build-stamp.ts'
import { compressAssets } from './compress-assets.ts'

const root = join(import.meta.dirname, '..')

/** Builds pages and server if an input changed since the last complete build. Exits on failure. */
export function ensureBuilt(): void {
  const stampFile = join(root, 'build/.inputs')
  // Computed before the build, so that a change during the build triggers another one.
  const stamp = inputsStamp(root)
  if (isUpToDate(stampFile, stamp)) return
  refuseForeignFolder()
  console.log('Building, a few seconds …')
  rmSync(stampFile, { force: true })
  const bin = join(root, 'node_modules/@react-router/dev/bin.cjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) {
    console.error(`${stdout}${stderr}`)
    console.error('The build failed; see the output above.')
    process.exit(1)
  }
  compressAssets(join(root, 'build/client/assets'))
  writeFileSync(stampFile, stamp)
}

/** Exits with the remedy when the code is another user's, as under systemd: the owner builds it. */
function refuseForeignFolder(): void {
  try {
    accessSync(root, constants.W_OK)
    if (existsSync(join(root, 'build'))) accessSync(join(root, 'build'), constants.W_OK)
  } catch {
    console.error(
      `The code in ${root} is newer than its build, and this user may not write there: run npm run setup and npm run build as its owner, then start the shop again.`,
    )
    process.exit(1)
  }
}

if (import.meta.main) ensureBuilt()
