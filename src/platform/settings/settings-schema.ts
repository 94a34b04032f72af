import { z } from 'zod'
import { isTimeZone } from '#platform/local-days.ts'
import { cardProviderSettings } from './card-provider-settings.ts'
import { shippingSettings } from './shipping-settings.ts'

const optional = z.string().trim().min(1, 'is blank: set a value or unset it').optional()
const text = (value: string) => z.string().trim().min(1).default(value)
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1')

function number(error: string, least: number, most: number) {
  return z.coerce.number(error).min(least, error).max(most, error)
}

const url = (example: string, protocol: RegExp) =>
  z.url({ protocol, error: `must be a URL such as ${example}` })

const caps = /^(\d+) orders?, \$(\d+(?:\.\d\d)?), (\d+) ?%$/

/** The limits of a buyer's unpaid orders, such as "50 orders, $100000, 50%" (of a product's stock). */
function orderCaps(value: string) {
  return z
    .string()
    .default(value)
    .transform((written, context) => {
      const numbers = caps.exec(written)?.slice(1).map(Number)
      const [orders = 0, dollars = 0, stockPercent = 0] = numbers ?? []
      if (orders >= 1 && dollars > 0 && stockPercent >= 1 && stockPercent <= 100)
        return { orders, dollars, stockPercent }
      context.addIssue(`must be written like "${value}": number, value, and share of stock`)
      return z.NEVER
    })
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const seconds = 'must be a number of seconds from 1 to 600'
const hours = 'must be a number of hours above 0'
const orders = 'must be a whole number of orders above 0'
const taxPercents = 'must be a number from 0 to 99 with at most 3 decimals'

/** A setting as docs/settings.md shows it; `unset` describes the behaviour without a value. */
export type SettingText = { description: string; unset?: string }

const says = (description: string, unset?: string): SettingText => ({ description, unset })

export const settingGroups = {
  Site: {
    PORT: z.coerce
      .number('is not a number: use a port from 1 to 65535')
      .int('must be a whole number from 1 to 65535')
      .min(1, 'must be from 1 to 65535')
      .max(65_535, 'must be from 1 to 65535')
      .default(3000)
      .meta(says('port to listen on')),
    HOST: text('127.0.0.1').meta(says('interface to listen on')),
    PUBLIC_URL: url('https://shop.example.com', /^https?$/)
      .optional()
      .meta(says('public URL of all absolute links, never the Host header', '`http://localhost:PORT`')),
    SHOP_NAME: text('Forgewell').meta(says('name on pages and in mails, until the page Shop sets another')),
    SHOP_MODE: z
      .enum(['demo', 'live'], 'must be demo or live')
      .default('demo')
      .meta(says("`live` refuses simulators, missing or weak secrets, plain http and a demo's data")),
    DEMO_PUBLIC: flag
      .default(false)
      .meta(
        says(
          '`1` lets a demo listen beyond this machine, and requires `TRUSTED_PROXY`; inbox, faults and metrics stay local, or need a printed key',
        ),
      ),
    TRUSTED_PROXY: z
      .union(
        [z.ipv4(), z.ipv6(), z.literal('none')],
        'must be the IP address of your proxy, such as 10.0.0.2, or none',
      )
      .optional()
      .meta(
        says(
          'IP address of the trusted proxy, or `none`; required in a live shop and a public demo',
          'no proxy',
        ),
      ),
    LOG_LEVEL: z
      .enum(logLevels, `must be one of ${logLevels.join(', ')}`)
      .default('info')
      .meta(says(`least important messages of the log: ${logLevels.join(', ')}`)),
  },
  'Database and files': {
    DATA_DIR: text('./data').meta(says("folder for the shop's own database, images and generated secrets")),
    DATABASE_URL: optional.meta(
      says('PostgreSQL server, version 15 or newer', 'a server that the shop brings and starts'),
    ),
    DATABASE_DIRECT_URL: optional.meta(
      says('the same database without the connection pooler: for migrations and backups', '`DATABASE_URL`'),
    ),
    DATABASE_TIMEOUT_SECONDS: number(seconds, 1, 600).default(15).meta(says('time limit for one statement')),
    S3_URL: url('https://s3.eu-central-1.amazonaws.com/my-bucket', /^https?$/)
      .optional()
      .meta(
        says(
          'S3 bucket for images and documents; `?region=` where the host name has none; the key is in `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, else the role of the machine',
          'a folder in `DATA_DIR`',
        ),
      ),
  },
  'E-mail': {
    SMTP_URL: url('smtps://user:password@mail.example.com', /^smtps?$/)
      .optional()
      .meta(says('mail server, `smtps://user:password@host`', 'mail simulator')),
    MAIL_FROM: z
      .string()
      .trim()
      .regex(
        /^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must be an e-mail address, alone or as Forgewell <shop@example.com>',
      )
      .optional()
      .meta(says('sender of all mails', 'mail simulator')),
    CONTACT_EMAIL: z
      .email('must be an e-mail address')
      .optional()
      .meta(says('recipient of contact form messages, until the page Shop sets another', '`ADMIN_EMAIL`')),
  },
  'Orders and payments': {
    ...cardProviderSettings,
    ORDER_HOLD_HOURS: z.coerce
      .number(hours)
      .positive(hours)
      .default(72)
      .meta(says('hours until an unpaid order expires')),
    ORDERS_PER_MINUTE: number(orders, 1, Number.MAX_SAFE_INTEGER)
      .int(orders)
      .default(60)
      .meta(says('limit for orders, and for cancellations, per account and minute')),
    OPEN_ORDERS: orderCaps('50 orders, $100000, 50%').meta(
      says(
        "limits for a buyer's unpaid orders: number, value, share of a product's stock (at least its minimum order)",
        '`50 orders, $100000, 50%`',
      ),
    ),
    OPEN_ORDERS_UNVERIFIED: orderCaps('5 orders, $5000, 10%').meta(
      says('the same limits while the e-mail is not verified', '`5 orders, $5000, 10%`'),
    ),
    TIME_ZONE: z
      .string()
      .default('UTC')
      .refine(isTimeZone, 'must be an IANA time zone such as America/New_York')
      .meta(says('the seller’s time zone, in which price lists begin and end, unless set under Shop')),
    ...shippingSettings,
  },
  'Accounts and security': {
    ADMIN_EMAIL: z
      .email('must be an e-mail address')
      .toLowerCase()
      .optional()
      .meta(says('login of the first admin', '`admin@forgewell.example`')),
    ADMIN_PASSWORD: z
      .string()
      .min(6, 'must have at least 6 characters')
      .optional()
      .meta(says('password of the first admin', 'generated and printed')),
    AUTH_SECRET: z
      .string()
      .min(32, 'must have at least 32 characters: generate one with `openssl rand -hex 32`')
      .optional()
      .meta(says('signs sessions and tokens', 'generated, stored in `DATA_DIR`')),
    PASSWORD_POLICY: z
      .enum(['spec', 'strict'], 'must be spec or strict')
      .default('spec')
      .meta(
        says(
          'new passwords: `spec` requires 6 characters, `strict` 12 that are not common; required in a live shop',
        ),
      ),
    GOOGLE_CLIENT_ID: optional.meta(
      says('OAuth client for Google sign-in', 'demo: simulated Google; live: none'),
    ),
    GOOGLE_CLIENT_SECRET: optional.meta(says('its secret', 'like `GOOGLE_CLIENT_ID`')),
    REQUIRE_VERIFIED_EMAIL: flag
      .default(false)
      .meta(says('`1` refuses orders until the buyer has verified the e-mail')),
    REQUIRE_ADMIN_SECOND_FACTOR: flag
      .optional()
      .meta(says('requires admins to use an authenticator app or a passkey', '`1` live, `0` demo')),
  },
  Documents: {
    SELLER_NAME: optional.meta(
      says('the seller on invoices, unless set under Shop; required in a live shop', '`SHOP_NAME`'),
    ),
    SELLER_ADDRESS: text('1 Anvil Street; Detroit, MI 48226; United States').meta(
      says('its address, lines separated by `;`, unless set under Shop; required in a live shop'),
    ),
    SELLER_TAX_ID: text('00-0000000 (demo)').meta(
      says('its tax id, unless set under Shop; required in a live shop'),
    ),
    TAX_NAME: text('Sales tax').meta(says('name of the tax on net prices, unless set under Shop')),
    // Orders keep it as numeric(6, 3).
    TAX_PERCENT: z.coerce
      .number(taxPercents)
      .min(0, taxPercents)
      .max(99, taxPercents)
      .multipleOf(0.001, taxPercents)
      .default(0)
      .meta(says('that tax in percent, at most 3 decimals, unless set under Shop; required in a live shop')),
    DOCUMENT_PAPER: z
      .enum(['auto', 'a4', 'letter'], 'must be auto, a4 or letter')
      .default('auto')
      .meta(says("paper of documents: `a4`, `letter`, or by the buyer's country")),
  },
}

export const settingsSchema = z.object({
  ...settingGroups.Site,
  ...settingGroups['Database and files'],
  ...settingGroups['E-mail'],
  ...settingGroups['Orders and payments'],
  ...settingGroups['Accounts and security'],
  ...settingGroups.Documents,
})
