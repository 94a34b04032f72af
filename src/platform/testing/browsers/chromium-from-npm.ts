import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = '@sparticuz/chromium@153.0.0'
const FOLDER = join(process.cwd(), 'node_modules/.cache/chromium')

/**
 * Returns the path of a Chromium for Linux from npm, with its libraries and fonts. Installs it on
 * first use. Throws with a remedy when that fails.
 */
export function chromiumFromNpm(): string {
  const launcher = join(FOLDER, 'chromium.sh')
  if (existsSync(launcher)) return launcher
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(join(FOLDER, 'unpacked'), { recursive: true })
  console.info('Installing Chromium from npm, about a minute …')
  installPackage()
  unpackPackage()
  configureFonts()
  writeLauncher(launcher)
  return launcher
}

function installPackage(): void {
  const options = ['--prefix', FOLDER, '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawnSync('npm', ['install', ...options, PACKAGE], { encoding: 'utf8' })
  if (npm.status === 0) return
  throw new Error(
    `No Chromium was found for the browser tests: install one (Debian: apt install chromium), or set CHROMIUM_PATH to one.\n${npm.stderr}`,
  )
}

/** The package unpacks itself into TMPDIR, and its libraries only when it detects AWS Lambda. */
function unpackPackage(): void {
  const unpack = `import('@sparticuz/chromium').then(({ default: it }) => it.executablePath())`
  execFileSync(process.execPath, ['--eval', unpack], {
    cwd: FOLDER,
    env: {
      ...process.env,
      TMPDIR: join(FOLDER, 'unpacked'),
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    },
  })
}

function configureFonts(): void {
  const file = join(FOLDER, 'unpacked/fonts/fonts.conf')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/tmp/', `${FOLDER}/unpacked/`))
}

/** Written last, so that an incomplete installation is never used. */
function writeLauncher(path: string): void {
  const script = `#!/bin/sh
export LD_LIBRARY_PATH='${FOLDER}/unpacked/al2023/lib'
export FONTCONFIG_PATH='${FOLDER}/unpacked/fonts'
exec '${FOLDER}/unpacked/chromium' "$@"
`
  writeFileSync(`${path}.new`, script, { mode: 0o755 })
  renameSync(`${path}.new`, path)
}
