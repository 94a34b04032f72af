import type { Pool } from 'pg'
import type { DemoAccount } from './demo-accounts.ts'

export type GoogleSimulatorOptions = {
  /** The database; the simulator uses its own schema `google_simulator`. */
  pool: Pool
  clock: () => Date
  /** The URL for browsers, without a trailing slash. */
  issuer: string
  /** The URL for the shop's server; often the same, or a loopback URL. */
  serverUrl: string
  clientId: string
  clientSecret: string
  /** The allowed redirect URIs, compared exactly. */
  redirectUris: string[]
  accounts?: DemoAccount[]
}

export type Provider = Required<GoogleSimulatorOptions>
