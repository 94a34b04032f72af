import { execFile } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openDataDir } from './data-dir.server.ts'
import { StartupError } from './startup-error.ts'

function emptyFolder(): string {
  const umask = process.umask()
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-data-'))
  onTestFinished(() => {
    process.umask(umask)
    rmSync(folder, { recursive: true })
  })
  return folder
}

const modeOf = (path: string) => lstatSync(path).mode & 0o777

/** The entries of a folder with permissions for other users. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .concat('.')
    .filter((name) => (modeOf(join(folder, name)) & 0o077) !== 0)
}

test('new files are private regardless of the umask', {}, async () => {
  const dataDir = join(emptyFolder(), 'data')
  const from = (name: string) => JSON.stringify(join(import.meta.dirname, name))
  const script = `
    process.umask(0)
    const { openDataDir } = await import(${from('data-dir.server.ts')})
    const { startEmbeddedServer } = await import(${from('database/embedded/embedded-server.server.ts')})
    const { generatedSecret } = await import(${from('generated-secret.server.ts')})
    const { createDiskFiles } = await import(${from('files/disk-files.server.ts')})
    const { createImageStore } = await import(${from('images/image-store.server.ts')})
    const dataDir = ${JSON.stringify(dataDir)}
    openDataDir(dataDir)
    const { stop } = await startEmbeddedServer(dataDir)
    generatedSecret(dataDir, 'auth-secret')
    const render = async (bytes) => ({ files: [{ width: 800, format: 'webp', bytes }] })
    await createImageStore(createDiskFiles(dataDir + '/media'), render).store(new Uint8Array(9))
    await stop()
    console.log(process.umask().toString(8))
    process.exit(0)`
  const { stdout } = await promisify(execFile)(process.execPath, [...['--input-type=module', '-e', script]])
  expect(stdout).toBe('77\n')
  expect(readdirSync(dataDir).sort()).toEqual(['media', 'postgresql', 'postgresql.log', 'secrets'])
  expect(openToOthers(dataDir)).toEqual([])
})

test('permissions are corrected at each start', () => {
  const dataDir = emptyFolder()
  process.umask(0)
  chmodSync(dataDir, 0o755)
  for (const folder of ['media', 'secrets']) {
    mkdirSync(join(dataDir, folder))
    writeFileSync(join(dataDir, folder, 'file'), 'x')
  }
  const elsewhere = join(emptyFolder(), 'not-ours')
  writeFileSync(elsewhere, 'x', { mode: 0o644 })
  symlinkSync(elsewhere, join(dataDir, 'link'))
  openDataDir(dataDir)
  expect(openToOthers(dataDir)).toEqual(['link'])
  expect(modeOf(elsewhere)).toBe(0o644)

  chmodSync(join(dataDir, 'secrets', 'file'), 0o666)
  openDataDir(dataDir)
  expect(modeOf(join(dataDir, 'secrets', 'file'))).toBe(0o600)
})

test('a symbolic link to the folder is followed', () => {
  const folder = emptyFolder()
  const target = join(folder, 'target')
  mkdirSync(target, { mode: 0o755 })
  symlinkSync(target, join(folder, 'data'))
  openDataDir(join(folder, 'data'))
  expect(modeOf(target)).toBe(0o700)
})

test('a folder that can’t be created is a StartupError', () => {
  const inTheWay = join(process.execPath, 'data')
  expect(() => openDataDir(inTheWay)).toThrow(StartupError)
  expect(() => openDataDir(inTheWay)).toThrow(/is not writable .*set DATA_DIR to another folder/)
})

test('a DATA_DIR that is a file is called one', () => {
  expect(() => openDataDir(process.execPath)).toThrow(/is a file: set DATA_DIR to a folder/)
})
