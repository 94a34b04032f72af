import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeBackup } from './backup.server.ts'
import { restoreBackup } from './restore.server.ts'

const MIGRATIONS = ['0001-first', '0002-second']

/** A folder with a shop's files, a backup of it, and an empty place to restore it to. */
async function madeBackup() {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const shop = join(folder, 'shop')
  for (const name of ['media', 'secrets']) mkdirSync(join(shop, name), { recursive: true })
  writeFileSync(join(shop, 'media/wrench.webp'), 'a picture')
  writeFileSync(join(shop, 'secrets/auth-secret'), 'a secret')
  const backup = join(folder, 'backup')
  const copyDatabase = async (target: string) => {
    mkdirSync(join(target, 'postgresql'))
    writeFileSync(join(target, 'postgresql/1'), 'rows')
    return '0001-first'
  }
  const place = { databaseUrl: undefined, dataDir: shop }
  await makeBackup(place, backup, copyDatabase)
  const again = () => makeBackup(place, backup, copyDatabase)
  const dataDir = join(folder, 'restored')
  const restore = (more = {}) =>
    restoreBackup(backup, {
      databaseUrl: undefined,
      dataDir,
      migrations: MIGRATIONS,
      ...more,
    })
  return { backup, dataDir, again, restore, shop }
}

test('a backup brings back database, images and secrets', async () => {
  const { dataDir, restore } = await madeBackup()
  await restore()
  for (const [file, content] of Object.entries({
    'postgresql/1': 'rows',
    'media/wrench.webp': 'a picture',
    'secrets/auth-secret': 'a secret',
  })) {
    expect(readFileSync(join(dataDir, file), 'utf8')).toBe(content)
  }
})

test.each([
  ['changed', (backup: string) => writeFileSync(join(backup, 'media/wrench.webp'), 'a fiction')],
  ['missing', (backup: string) => rmSync(join(backup, 'postgresql/1'))],
  ['added', (backup: string) => writeFileSync(join(backup, 'media/more.webp'), 'more')],
])('a backup with a file %s is refused before anything is restored', async (_, damage) => {
  const { backup, dataDir, restore } = await madeBackup()
  damage(backup)
  await expect(restore()).rejects.toThrow(/is damaged/)
  expect(() => readFileSync(join(dataDir, 'secrets/auth-secret'))).toThrow(/ENOENT/)
})

test('nothing is overwritten: neither a shop by a backup, nor a backup by another', async () => {
  const { again, restore, shop } = await madeBackup()
  await expect(restore({ dataDir: shop })).rejects.toThrow(/is not empty \(it contains media\)/)
  await expect(again()).rejects.toThrow(/exists already/)
})

test('a backup of a newer version or of a server is refused with the remedy', async () => {
  const { backup, restore } = await madeBackup()
  await expect(restore({ migrations: ['0000-older'] })).rejects.toThrow(
    /restore it with that version/,
  )
  const url = 'postgres://nobody@127.0.0.1:1/none'
  await expect(restore({ databaseUrl: url })).rejects.toThrow(/unset DATABASE_URL/)
  rmSync(join(backup, 'backup.json'))
  await expect(restore()).rejects.toThrow(/is not a backup of this shop/)
})
