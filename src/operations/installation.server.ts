import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { StartupError } from '#platform/startup-error.ts'

/** The database schemas that hold the simulators' state. */
export const simulatorSchemas = ['card_simulator', 'google_simulator', 'mail_simulator']

const AUTH_SECRET = 'auth-secret-fingerprint'
const IMAGE_FOLDER = 'image-folder'
/** The file beside the images with the id of their shop. */
export const ID_FILE = 'shop-id'
const MODE = 'shop-mode'
const OWN = 'own-shop'

/**
 * Checks that AUTH_SECRET is the one that this database was first used with. With another secret this
 * machine could not read the sessions, tokens and encrypted mails of the others.
 * Throws a StartupError when the secrets differ.
 */
export async function checkAuthSecret(db: Db, secret: string): Promise<void> {
  await agreeOn(db, AUTH_SECRET, fingerprintOf(secret))
  const fault = await findAuthSecretFault(db, secret)
  if (fault) throw new StartupError(fault)
}

/** What is wrong with AUTH_SECRET, without changing anything; null when it fits or none is stored yet. */
export async function findAuthSecretFault(db: Db, secret: string): Promise<string | null> {
  const known = await findValue(db, AUTH_SECRET)
  if (known === undefined || known === fingerprintOf(secret)) return null
  return 'AUTH_SECRET is not the one that this database was first used with: set the same AUTH_SECRET on every machine (a generated one is in DATA_DIR/secrets/auth-secret of the first machine). To change the secret, stop every machine and run `npm run admin -- change-auth-secret`.'
}

const fingerprintOf = (secret: string) => createHmac('sha256', secret).update('forgewell').digest('base64url')

/** Lets the next start set a new AUTH_SECRET. Deletes all data that the old one signed or encrypted. */
export async function forgetAuthSecret(db: Db): Promise<void> {
  await db.transaction().execute(async (db) => {
    await db.deleteFrom('installation').where('name', '=', AUTH_SECRET).execute()
    await db.deleteFrom('session').execute()
    // Passkeys stay: they are public keys, not encrypted with AUTH_SECRET.
    await db.deleteFrom('twoFactor').execute()
    await db
      .updateTable('account')
      .set({ twoFactorEnabled: false })
      .where('twoFactorEnabled', '=', true)
      .execute()
    await db.deleteFrom('verification').execute()
  })
}

/**
 * Checks that the stored images belong to this database: both hold the same random id, which the first
 * start creates. Throws a StartupError when they differ.
 */
export async function checkImageFiles(db: Db, files: FileStore): Promise<void> {
  if ((await findValue(db, IMAGE_FOLDER)) === undefined) {
    const id = await readImageId(files)
    const newId = id ?? randomUUID()
    if (id === undefined) {
      await files.writeAll([{ name: ID_FILE, bytes: Buffer.from(`${newId}\n`) }])
    }
    await agreeOn(db, IMAGE_FOLDER, newId)
  }
  const fault = await findImageFault(db, files)
  if (fault) throw new StartupError(fault)
}

/** Why the stored images are not this shop's, without changing anything; null when they are. */
export async function findImageFault(db: Db, files: FileStore): Promise<string | null> {
  const expectedId = await findValue(db, IMAGE_FOLDER)
  if (expectedId === undefined || expectedId === (await readImageId(files))) return null
  return `The images of this shop are not in ${files.location}: ${files.remedy}. The file ${ID_FILE} there must contain ${expectedId}.`
}

async function readImageId(files: FileStore): Promise<string | undefined> {
  return (await files.read(ID_FILE))?.toString('utf8').trim()
}

/**
 * Checks that SHOP_MODE is the one that this database was first used with, so that a demo's logins
 * and simulated payments never reach a live shop, and a demo never changes a live shop's data.
 * Throws a StartupError when the modes differ (product 11.2).
 */
export async function checkShopMode(db: Db, mode: 'demo' | 'live'): Promise<void> {
  // Databases of early versions have no stored mode, but only a demo has simulator schemas.
  const first = (await hasSimulators(db)) ? 'demo' : mode
  const known = await agreeOn(db, MODE, first)
  if (known === mode) return
  throw new StartupError(
    mode === 'live'
      ? 'This database holds a demo’s logins, orders and payments: stop every machine and run `npm run admin -- go-live`, which removes them and keeps the catalogue, or set DATABASE_URL or DATA_DIR to a new location.'
      : 'This database is a live shop’s: set SHOP_MODE=live, or set another DATABASE_URL or DATA_DIR for the demo.',
  )
}

/** The mode that this database was first used in; undefined before the first start. */
export function findShopMode(db: Db): Promise<string | undefined> {
  return findValue(db, MODE)
}

export async function markAsLive(db: Db): Promise<void> {
  await db.deleteFrom('installation').where('name', '=', MODE).execute()
  await db.insertInto('installation').values({ name: MODE, value: 'live' }).execute()
}

/** Marks this database as its owner's, who has removed the demo. */
export async function markAsOwn(db: Db): Promise<void> {
  await agreeOn(db, OWN, new Date().toISOString())
}

/** Whether the owner has removed the demo, so that no start adds it again. */
export async function isOwnShop(db: Db): Promise<boolean> {
  return (await findOwnSince(db)) !== undefined
}

/** When the owner has removed the demo, as an ISO date; undefined before. */
export function findOwnSince(db: Db): Promise<string | undefined> {
  return findValue(db, OWN)
}

async function hasSimulators(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_namespace where nspname = any(${simulatorSchemas}) limit 1`.execute(db)
  return rows.length > 0
}

/** Stores a value unless the name already has one. Returns the stored value. */
async function agreeOn(db: Db, name: string, value: string): Promise<string | undefined> {
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findValue(db, name)
}

async function findValue(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}
