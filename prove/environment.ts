import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** Where one shop stands: a database and a data folder that nobody else uses. */
export type Ground = {
  settings: Record<string, string>
  dataDir: string
  /** Asks the database itself. The embedded one can be asked only while its shop is stopped. */
  ask: <Found>(question: (pool: pg.Pool) => Promise<Found>) => Promise<Found>
  /** The server that can be killed; the embedded database dies with its shop. */
  server?: { kill9: () => Promise<void>; restart: () => Promise<void> }
}

/** A database on which the proof runs. */
export type Grounds = {
  name: 'embedded' | 'postgresql'
  /** A new ground with the first data. */
  open: () => Promise<Ground>
  close: () => Promise<void>
}

/** Known to the proof, so that it can sign its people in. */
/** The buyers of the proof are faster than people. */
export const SETTINGS = { ORDERS_PER_MINUTE: '1000000' }

export const AUTH_SECRET = 'a secret that the proof and its shops share, long enough'

/** The key that opens everything at the card provider. */
export const PROVIDER_SECRET_KEY = 'sk_test_of0the0proof'

/** An empty data folder whose card provider has a key that the proof knows. */
export function makeDataDir(folder: string): string {
  const dataDir = mkdtempSync(join(folder, 'shop-'))
  mkdirSync(join(dataDir, 'secrets'), { mode: 0o700 })
  const key = PROVIDER_SECRET_KEY.replace('sk_test_', '')
  writeFileSync(join(dataDir, 'secrets/card-simulator-secret-key'), key, { mode: 0o600 })
  return dataDir
}
