import { createHmac, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { StartupError } from '#platform/startup-error.ts'

/** Where the simulators of a demo keep their state. */
export const simulatorSchemas = ['card_simulator', 'google_simulator', 'mail_simulator']

const AUTH_SECRET = 'auth-secret-fingerprint'
const IMAGE_FOLDER = 'image-folder'
const MARK = 'shop-id'
const MODE = 'shop-mode'

/**
 * Compares AUTH_SECRET with the one that this database was first served with: with another one
 * every session, token and sealed mail of the other machines is worthless here.
 * Throws a StartupError when they differ.
 */
export async function checkAuthSecret(db: Db, secret: string): Promise<void> {
  const fingerprint = createHmac('sha256', secret).update('forgewell').digest('base64url')
  if ((await agreeOn(db, AUTH_SECRET, fingerprint)) === fingerprint) return
  throw new StartupError(
    'AUTH_SECRET is not the one that this database was first served with: set the same AUTH_SECRET on every machine (a generated one is in DATA_DIR/secrets/auth-secret of the first). To change it on purpose, stop every machine and run `npm run admin -- change-auth-secret`.',
  )
}

/** Lets the next start take a new AUTH_SECRET. What the old one signed or sealed is removed. */
export async function forgetAuthSecret(db: Db): Promise<void> {
  await db.transaction().execute(async (db) => {
    await db.deleteFrom('installation').where('name', '=', AUTH_SECRET).execute()
    await db.deleteFrom('session').execute()
    // Passkeys are no secrets and stay.
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
 * Compares the folder of pictures with the one that this database names: each holds the same mark.
 * Throws a StartupError when this machine has another folder.
 */
export async function checkImageFolder(db: Db, folder: string): Promise<void> {
  const file = join(folder, MARK)
  const here = readMark(file)
  const known = await findFact(db, IMAGE_FOLDER)
  if (known === undefined) {
    const mark = here ?? randomUUID()
    if (here === undefined) writeMark(folder, mark)
    if ((await agreeOn(db, IMAGE_FOLDER, mark)) === mark) return
  } else if (known === here) return
  throw new StartupError(
    `The pictures of this shop are not in ${folder}: share that folder of the machine that has them (a network disk, for example), or copy it whole. Its file ${MARK} holds ${known}.`,
  )
}

function readMark(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

function writeMark(folder: string, mark: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, MARK), `${mark}\n`, { mode: 0o600 })
}

/**
 * Compares SHOP_MODE with the one that this database was first served in: a demo's logins, orders
 * and made-up payments are no live shop's, and a live shop's are nothing to play with.
 * Throws a StartupError when they differ.
 */
export async function checkShopMode(db: Db, mode: 'demo' | 'live'): Promise<void> {
  // The first versions noted no mode; only a demo makes its simulators' schemas.
  const first = (await hasSimulators(db)) ? 'demo' : mode
  const known = await agreeOn(db, MODE, first)
  if (known === mode) return
  throw new StartupError(
    mode === 'live'
      ? 'This database holds a demo’s logins, orders and payments: stop every machine and run `npm run admin -- go-live`, which removes them and keeps the catalogue; or set DATABASE_URL or DATA_DIR to a new place.'
      : 'This database is a live shop’s: set SHOP_MODE=live, or give the demo a DATABASE_URL or DATA_DIR of its own.',
  )
}

/** From now on this database is a live shop's. */
export async function markAsLive(db: Db): Promise<void> {
  await db.deleteFrom('installation').where('name', '=', MODE).execute()
  await db.insertInto('installation').values({ name: MODE, value: 'live' }).execute()
}

async function hasSimulators(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_namespace where nspname = any(${simulatorSchemas}) limit 1`.execute(db)
  return rows.length > 0
}

/** Notes a fact unless there is one; gives the one that holds. */
async function agreeOn(db: Db, name: string, value: string): Promise<string | undefined> {
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findFact(db, name)
}

async function findFact(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}
