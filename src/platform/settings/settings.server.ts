import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isLoopback } from '#platform/http/ip-address.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { cardProviderNames } from './card-provider-settings.ts'
import { liveErrors } from './live-settings.server.ts'
import { settingsSchema } from './settings-schema.ts'

/** Loads the `.env` file, if any. Existing environment variables take precedence. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

export type Settings = ReturnType<typeof readSettings>

/**
 * Reads and validates the settings; an empty variable counts as unset. Throws a StartupError that
 * lists every invalid setting with its remedy.
 */
export function readSettings(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = settingsSchema.safeParse(given)
  const errors = [
    ...(parsed.error?.issues.map(describe) ?? []),
    ...(given.SHOP_MODE === 'live' ? liveErrors(given) : demoErrors(given)),
    ...googleErrors(given),
    ...databaseErrors(given),
  ]
  if (!parsed.success || errors.length > 0) {
    throw new StartupError(`Some settings are invalid:\n  ${errors.join('\n  ')}`)
  }
  const { data } = parsed
  const ADMIN_EMAIL = data.ADMIN_EMAIL ?? 'admin@forgewell.example'
  return {
    ...data,
    ADMIN_EMAIL,
    // Its payments are the simulator's.
    hasDemoBusiness: data.ADMIN_EMAIL === undefined && data.STRIPE_SECRET_KEY === undefined,
    REQUIRE_ADMIN_SECOND_FACTOR: data.REQUIRE_ADMIN_SECOND_FACTOR ?? data.SHOP_MODE === 'live',
    CONTACT_EMAIL: data.CONTACT_EMAIL ?? ADMIN_EMAIL,
    DATA_DIR: resolve(data.DATA_DIR),
    TRUSTED_PROXY: data.TRUSTED_PROXY === 'none' ? undefined : data.TRUSTED_PROXY,
    PUBLIC_URL: data.PUBLIC_URL?.replace(/\/{1,9}$/, '') ?? `http://localhost:${data.PORT}`,
  }
}

/** Settings of earlier versions, with what replaced them. */
const removedSettings: Record<string, string | null> = {
  CONNECTIONS_PER_IP: null,
  DATABASE_PREPARED_STATEMENTS: null,
  KEEP_AUDIT_ENTRIES_DAYS: null,
  DATABASE_READ_URL: null,
  KEEP_CONTACT_MESSAGES_DAYS: null,
  KEEP_DEAD_MAILS_DAYS: null,
  KEEP_HELD_MAILS_DAYS: null,
  KEEP_IDEMPOTENCY_KEYS_DAYS: null,
  KEEP_PROVIDER_EVENTS_DAYS: null,
  KEEP_UNUSED_IMAGES_DAYS: null,
  OPEN_ORDER_DOLLARS: 'OPEN_ORDERS',
  OPEN_ORDER_LIMIT: 'OPEN_ORDERS',
  OPEN_ORDER_STOCK_PERCENT: 'OPEN_ORDERS',
  READ_REPLICA_MAX_LAG_SECONDS: null,
  REQUESTS_IN_PROGRESS: null,
  REQUIRE_PROVEN_EMAIL: 'REQUIRE_VERIFIED_EMAIL',
  S3_ACCESS_KEY_ID: 'AWS_ACCESS_KEY_ID',
  S3_BUCKET: 'S3_URL',
  S3_ENDPOINT: 'S3_URL',
  S3_PATH_STYLE: 'S3_URL',
  S3_REGION: 'S3_URL',
  S3_SECRET_ACCESS_KEY: 'AWS_SECRET_ACCESS_KEY',
  SEARCHES_PER_MINUTE: null,
  UNPROVEN_ORDER_DOLLARS: 'OPEN_ORDERS_UNVERIFIED',
  UNPROVEN_ORDER_LIMIT: 'OPEN_ORDERS_UNVERIFIED',
  UNPROVEN_ORDER_STOCK_PERCENT: 'OPEN_ORDERS_UNVERIFIED',
  USER_SEARCHES_PER_MINUTE: null,
  WEB_PROCESSES: null,
}

/** Names the given settings that no longer have an effect, a sentence for each. */
export function removedSettingsOf(environment: Record<string, string | undefined>): string[] {
  return Object.entries(removedSettings)
    .filter(([name]) => environment[name])
    .map(([name, now]) => `${name} is no longer a setting${now ? `: set ${now}` : ''}.`)
}

function describe(issue: { path: PropertyKey[]; message: string }): string {
  return `${issue.path.join('.')} ${issue.message}`
}

/** Errors of a demo: incomplete groups of settings, and a public HOST without DEMO_PUBLIC. */
function demoErrors(settings: Record<string, string | undefined>): string[] {
  const mail = ['SMTP_URL', 'MAIL_FROM']
  const missing = (names: string[]) => names.filter((name) => !settings[name])
  const incomplete = [cardProviderNames, mail]
    .filter((names) => missing(names).length < names.length)
    .flatMap((names) => missing(names).map((name) => `${name} is missing: set ${names.join(', ')} together`))
  if (settings.DEMO_PUBLIC === '1') {
    return settings.TRUSTED_PROXY ? incomplete : [...incomplete, DEMO_PROXY_ERROR]
  }
  const isAllowed = isLoopback(settings.HOST?.trim() ?? '127.0.0.1')
  return isAllowed ? incomplete : [...incomplete, PUBLIC_DEMO_ERROR]
}

const DEMO_PROXY_ERROR =
  'TRUSTED_PROXY is missing: a public demo (DEMO_PUBLIC=1) requires it: the IP address of its proxy, or none'

const PUBLIC_DEMO_ERROR =
  'HOST exposes this demo to the network, where anyone could read its mail and take over the admin account: unset it, or set DEMO_PUBLIC=1 and TRUSTED_PROXY, which limits the inbox and the simulators’ fault settings to this machine'

/** The direct URL of a database server that is not named. */
function databaseErrors(settings: Record<string, string | undefined>): string[] {
  if (settings.DATABASE_URL) return []
  if (!settings.DATABASE_DIRECT_URL) return []
  return ['DATABASE_DIRECT_URL needs DATABASE_URL: set both, or unset it']
}

/** Signing in with Google needs both of its settings or neither. */
function googleErrors(settings: Record<string, string | undefined>): string[] {
  const google = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']
  const missing = google.filter((name) => !settings[name])
  return missing.length === 1
    ? missing.map((name) => `${name} is missing: set both Google settings or neither`)
    : []
}

/** Returns the URL at which this machine reaches the shop; it may differ from PUBLIC_URL. */
export function listeningAddress({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  if (HOST === '0.0.0.0') return `http://127.0.0.1:${PORT}`
  if (HOST === '::') return `http://[::1]:${PORT}`
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
}

export function shopVersion(): string {
  const { version } = JSON.parse(readFileSync(resolve('package.json'), 'utf8'))
  return String(version)
}
