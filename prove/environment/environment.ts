import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** A private database and data folder for one shop. */
export type Environment = {
  settings: Record<string, string>
  dataDir: string
  /** Queries the database directly. */
  query: <Result>(work: (pool: pg.Pool) => Promise<Result>) => Promise<Result>
  /** The database server, which the shop itself starts again if it is the embedded one. */
  server?: { kill9: () => Promise<void>; restart: () => Promise<void> }
  /** Present if the environment has a server of its own. */
  close?: () => Promise<void>
}

export type NewEnvironment = {
  /** Without the seed data. */
  empty?: boolean
  /** The folder for all files, also those of a database server, which is then one of its own. */
  folder?: string
}

/** Creates environments on one kind of database. */
export type Environments = {
  name: 'embedded' | 'postgresql'
  /** Opens a new environment with the seed data. */
  open: (options?: NewEnvironment) => Promise<Environment>
  close: () => Promise<void>
}

/** Lifts the rate limit, because the proof's buyers are faster than people. */
export const SETTINGS = { ORDERS_PER_MINUTE: '1000000' }

/** Shared with the shops, so that the proof can issue access tokens. */
export const AUTH_SECRET = 'a secret that the proof and its shops share, long enough'

/** The secret API key of the card simulator. */
export const PROVIDER_SECRET_KEY = 'sk_test_of0the0proof'

/** Creates a data folder that contains only the card simulator's secret key. */
export function makeDataDir(folder: string): string {
  const dataDir = mkdtempSync(join(folder, 'shop-'))
  mkdirSync(join(dataDir, 'secrets'), { mode: 0o700 })
  const key = PROVIDER_SECRET_KEY.replace('sk_test_', '')
  writeFileSync(join(dataDir, 'secrets/card-simulator-secret-key'), key, { mode: 0o600 })
  return dataDir
}
