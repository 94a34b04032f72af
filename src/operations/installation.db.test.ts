import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp } from '#server/testing/users.ts'
import { runOperatorCommand } from './admin-commands.server.ts'
import { checkAuthSecret, checkImageFiles } from './installation.server.ts'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-media-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('every machine must use the AUTH_SECRET of the first one, which the database does not store', async () => {
  const { db } = await createTestDatabase()
  const secret = 'the secret of the first machine'
  await checkAuthSecret(db, secret)
  await checkAuthSecret(db, secret)
  await expect(checkAuthSecret(db, 'another secret')).rejects.toThrow(
    /set the same AUTH_SECRET on every machine/,
  )
  const entries = await db.selectFrom('installation').selectAll().execute()
  expect(JSON.stringify(entries)).not.toContain(secret)
})

test('change-auth-secret allows a new AUTH_SECRET and logs all users out', async () => {
  const shop = await openTestShop()
  await checkAuthSecret(shop.db, 'the old secret')
  const jane = await signUp(shop)
  await shop.db.updateTable('account').set({ twoFactorEnabled: true }).execute()
  const { ok, message } = await runOperatorCommand(shop.db, { action: 'change-auth-secret' })
  expect({ ok, message }).toMatchObject({
    ok: true,
    message: expect.stringContaining('logged out'),
  })
  await checkAuthSecret(shop.db, 'the new secret')
  await expect(checkAuthSecret(shop.db, 'the old secret')).rejects.toThrow(/AUTH_SECRET/)
  expect((await jane.call('GET', `/users/${jane.email}`)).status).toBe(401)
  // The TOTP secret was encrypted with the old secret.
  const { twoFactorEnabled } = await shop.db
    .selectFrom('account')
    .select('twoFactorEnabled')
    .executeTakeFirstOrThrow()
  expect(twoFactorEnabled).toBe(false)
})

test('a machine without the shop’s images is refused; a shared or copied folder is accepted', async () => {
  const { db } = await createTestDatabase()
  const first = join(emptyFolder(), 'media')
  await checkImageFiles(db, createDiskFiles(first))
  await checkImageFiles(db, createDiskFiles(first))
  const second = emptyFolder()
  await expect(checkImageFiles(db, createDiskFiles(second))).rejects.toThrow(
    `The images of this shop are not in ${second}: share that folder`,
  )
  cpSync(first, second, { recursive: true })
  await checkImageFiles(db, createDiskFiles(second))
})

test('another shop’s image folder is refused; a new database adopts an existing folder', async () => {
  const [first, second] = [emptyFolder(), emptyFolder()]
  const one = await createTestDatabase()
  await checkImageFiles(one.db, createDiskFiles(first))
  await one.db.deleteFrom('installation').execute()
  await checkImageFiles(one.db, createDiskFiles(second))
  await expect(checkImageFiles(one.db, createDiskFiles(first))).rejects.toThrow(/The images of this shop/)
  await one.db.deleteFrom('installation').execute()
  await checkImageFiles(one.db, createDiskFiles(first))
})
