import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { cardProviderNames, cardProviderSettings } from './card-provider-settings.ts'
import { isLoopback } from './http/ip-address.server.ts'
import { liveFaults } from './live-settings.server.ts'
import { StartupError } from './startup-error.ts'

const optional = z.string().trim().min(1, 'is blank: set a value or unset it').optional()

const port = z.coerce
  .number('is not a number: use a port from 1 to 65535')
  .int('must be a whole number from 1 to 65535')
  .min(1, 'must be from 1 to 65535')
  .max(65_535, 'must be from 1 to 65535')
  .default(3000)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1')
const hours = 'must be a number of hours above 0'
const seconds = 'must be a number of seconds from 1 to 600'
const days = 'must be a number of days above 0'
const orders = 'must be a whole number of orders above 0'
const dollars = 'must be a number of dollars above 0'
const percents = 'must be a whole number from 1 to 100'
const taxPercents = 'must be a number from 0 to 99 with at most 3 decimals'
const percent = z.coerce.number(percents).int(percents).min(1, percents).max(100, percents)

const searches = 'must be a whole number of searches above 0'
const connections = 'must be a whole number of connections above 0'
const requests = 'must be a whole number of requests, 16 or more'

const processes = 'must be a whole number of processes from 1 to 64'

const replicas = 'must be URLs of PostgreSQL servers, separated by commas'

const schema = z.object({
  PORT: port,
  WEB_PROCESSES: z.coerce
    .number(processes)
    .int(processes)
    .min(1, processes)
    .max(64, processes)
    .default(1),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://shop.example.com' })
    .optional(),
  SHOP_MODE: z.enum(['demo', 'live'], 'must be demo or live').default('demo'),
  DEMO_PUBLIC: z.enum(['0', '1'], 'must be 1, or unset').default('0'),
  PASSWORD_POLICY: z.enum(['spec', 'strict'], 'must be spec or strict').default('spec'),
  SHOP_NAME: z.string().trim().min(1).default('Forgewell'),
  DATA_DIR: z.string().trim().min(1).default('./data'),
  DATABASE_URL: optional,
  DATABASE_DIRECT_URL: optional,
  DATABASE_PREPARED_STATEMENTS: z
    .enum(['auto', 'always'], 'must be auto or always')
    .default('auto'),
  DATABASE_READ_URL: z
    .string()
    .default('')
    .transform((urls) => urls.split(/[\s,]+/).filter(Boolean))
    .refine((urls) => urls.every((url) => URL.canParse(url)), replicas),
  DATABASE_TIMEOUT_SECONDS: z.coerce.number(seconds).min(1, seconds).max(600, seconds).default(15),
  S3_BUCKET: optional,
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://s3.example.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  S3_REGION: z.string().trim().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_PATH_STYLE: flag.optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').toLowerCase().optional(),
  ADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').optional(),
  AUTH_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters: generate one with `openssl rand -hex 32`')
    .optional(),
  ...cardProviderSettings,
  TRUSTED_PROXY: z
    .union(
      [z.ipv4(), z.ipv6(), z.literal('none')],
      'must be the IP address of your proxy, such as 10.0.0.2, or none',
    )
    .optional(),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  CONTACT_EMAIL: z.email('must be an e-mail address').optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be a URL such as smtps://user:password@mail.example.com',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(
      /^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an e-mail address, alone or as Forgewell <shop@example.com>',
    )
    .optional(),
  ORDER_HOLD_HOURS: z.coerce.number(hours).positive(hours).default(72),
  OPEN_ORDER_LIMIT: z.coerce.number(orders).int(orders).min(1, orders).default(50),
  OPEN_ORDER_DOLLARS: z.coerce.number(dollars).positive(dollars).default(100_000),
  OPEN_ORDER_STOCK_PERCENT: percent.default(50),
  UNPROVEN_ORDER_LIMIT: z.coerce.number(orders).int(orders).min(1, orders).default(5),
  UNPROVEN_ORDER_DOLLARS: z.coerce.number(dollars).positive(dollars).default(5_000),
  UNPROVEN_ORDER_STOCK_PERCENT: percent.default(10),
  CONNECTIONS_PER_IP: z.coerce
    .number(connections)
    .int(connections)
    .min(1, connections)
    .default(100),
  REQUESTS_IN_PROGRESS: z.coerce.number(requests).int(requests).min(16, requests).default(256),
  ORDERS_PER_MINUTE: z.coerce.number(orders).int(orders).min(1, orders).default(60),
  SEARCHES_PER_MINUTE: z.coerce.number(searches).int(searches).min(1, searches).default(3_000),
  USER_SEARCHES_PER_MINUTE: z.coerce.number(searches).int(searches).min(1, searches).default(600),
  KEEP_IDEMPOTENCY_KEYS_DAYS: z.coerce.number(days).positive(days).default(7),
  KEEP_PROVIDER_EVENTS_DAYS: z.coerce.number(days).positive(days).default(90),
  KEEP_UNUSED_IMAGES_DAYS: z.coerce.number(days).positive(days).default(7),
  KEEP_DEAD_MAILS_DAYS: z.coerce.number(days).positive(days).default(90),
  KEEP_HELD_MAILS_DAYS: z.coerce.number(days).positive(days).default(30),
  KEEP_CONTACT_MESSAGES_DAYS: z.coerce.number(days).positive(days).default(365),
  KEEP_AUDIT_ENTRIES_DAYS: z.coerce.number(days).positive(days).default(730),
  SELLER_NAME: optional,
  SELLER_ADDRESS: z
    .string()
    .trim()
    .min(1)
    .default('1 Anvil Street; Detroit, MI 48226; United States'),
  SELLER_TAX_ID: z.string().trim().min(1).default('00-0000000 (demo)'),
  TAX_NAME: z.string().trim().min(1).default('Sales tax'),
  // Orders keep it as numeric(6, 3).
  TAX_PERCENT: z.coerce
    .number(taxPercents)
    .min(0, taxPercents)
    .max(99, taxPercents)
    .multipleOf(0.001, taxPercents)
    .default(0),
  DOCUMENT_PAPER: z.enum(['auto', 'a4', 'letter'], 'must be auto, a4 or letter').default('auto'),
  REQUIRE_PROVEN_EMAIL: flag.default(false),
  REQUIRE_ADMIN_SECOND_FACTOR: flag.optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
})

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
  const parsed = schema.safeParse(given)
  const faults = [
    ...(parsed.error?.issues.map(describe) ?? []),
    ...(given.SHOP_MODE === 'live' ? liveFaults(given) : demoFaults(given)),
    ...googleFaults(given),
    ...databaseFaults(given),
    ...bucketFaults(given),
  ]
  if (!parsed.success || faults.length > 0) {
    throw new StartupError(`Some settings are invalid:\n  ${faults.join('\n  ')}`)
  }
  const { data } = parsed
  const ADMIN_EMAIL = data.ADMIN_EMAIL ?? 'admin@forgewell.example'
  return {
    ...data,
    ADMIN_EMAIL,
    REQUIRE_ADMIN_SECOND_FACTOR: data.REQUIRE_ADMIN_SECOND_FACTOR ?? data.SHOP_MODE === 'live',
    CONTACT_EMAIL: data.CONTACT_EMAIL ?? ADMIN_EMAIL,
    DATA_DIR: resolve(data.DATA_DIR),
    // Amazon's own endpoint knows buckets by their host name, most others by the path.
    S3_PATH_STYLE: data.S3_PATH_STYLE ?? data.S3_ENDPOINT !== undefined,
    DEMO_PUBLIC: data.DEMO_PUBLIC === '1',
    TRUSTED_PROXY: data.TRUSTED_PROXY === 'none' ? undefined : data.TRUSTED_PROXY,
    PUBLIC_URL: data.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${data.PORT}`,
  }
}

function describe(issue: { path: PropertyKey[]; message: string }): string {
  return `${issue.path.join('.')} ${issue.message}`
}

/** Faults of a demo: incomplete groups of settings, and a public HOST without DEMO_PUBLIC. */
function demoFaults(settings: Record<string, string | undefined>): string[] {
  const mail = ['SMTP_URL', 'MAIL_FROM']
  const missing = (names: string[]) => names.filter((name) => !settings[name])
  const incomplete = [cardProviderNames, mail]
    .filter((names) => missing(names).length < names.length)
    .flatMap((names) =>
      missing(names).map((name) => `${name} is missing: set ${names.join(', ')} together`),
    )
  if (settings.DEMO_PUBLIC === '1') {
    return settings.TRUSTED_PROXY ? incomplete : [...incomplete, DEMO_PROXY_FAULT]
  }
  const isAllowed = isLoopback(settings.HOST?.trim() ?? '127.0.0.1')
  return isAllowed ? incomplete : [...incomplete, PUBLIC_DEMO_FAULT]
}

const DEMO_PROXY_FAULT =
  'TRUSTED_PROXY is missing: a public demo (DEMO_PUBLIC=1) requires it: the IP address of its proxy, or none'

const PUBLIC_DEMO_FAULT =
  'HOST exposes this demo to the network, where anyone could read its mail and take over the admin account: unset it, or set DEMO_PUBLIC=1 and TRUSTED_PROXY, which limits the inbox and the simulators’ fault settings to this machine'

/** The further URLs of a database server. */
function databaseFaults(settings: Record<string, string | undefined>): string[] {
  if (settings.DATABASE_URL) return []
  return ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL']
    .filter((name) => settings[name])
    .map((name) => `${name} needs DATABASE_URL: set both, or unset it`)
}

/** Signing in with Google needs both of its settings or neither. */
function googleFaults(settings: Record<string, string | undefined>): string[] {
  const google = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']
  const missing = google.filter((name) => !settings[name])
  return missing.length === 1
    ? missing.map((name) => `${name} is missing: set both Google settings or neither`)
    : []
}

/** A bucket's key has two parts, and is useless without the bucket. */
function bucketFaults(settings: Record<string, string | undefined>): string[] {
  const key = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  const missing = key.filter((name) => !settings[name])
  if (missing.length === 1) {
    return missing.map((name) => `${name} is missing: set both parts of the key or neither`)
  }
  const others = [...key, 'S3_ENDPOINT'].filter((name) => settings[name])
  return settings.S3_BUCKET || others.length === 0
    ? []
    : [`S3_BUCKET is missing: set it, or unset ${others.join(', ')}`]
}
