import { isLoopback } from '#platform/http/ip-address.server.ts'
import { cardProviderNames, entropyOf, liveCardProviderRules } from './card-provider-settings.ts'

const required = [
  ...cardProviderNames,
  'SMTP_URL',
  'MAIL_FROM',
  'PUBLIC_URL',
  'AUTH_SECRET',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'TRUSTED_PROXY',
  'PASSWORD_POLICY',
  'SELLER_NAME',
  'SELLER_ADDRESS',
  'SELLER_TAX_ID',
  'TAX_PERCENT',
]

/** Hints for settings without a default, where either value is valid. */
const choices: Record<string, string> = {
  SELLER_ADDRESS: ' for its invoices, lines separated by semicolons',
  TAX_PERCENT: ': the tax on net prices in percent, 0 for none',
  TRUSTED_PROXY: ': the IP address of its proxy, or none',
  PASSWORD_POLICY: ': strict, or spec for the six characters of the specification',
}

// Invented secrets have far less entropy; `openssl rand -hex 16` measures about 112 bits here.
const RANDOM_BITS = 100
const PLACEHOLDER = /change|secret|password|example|forgewell/i

const rules: { name: string; isValid: (value: string) => boolean; remedy: string }[] = [
  {
    name: 'PUBLIC_URL',
    isValid: (url) => !/^http:/i.test(url),
    remedy: 'must begin with https:// in a live shop: passwords and sessions pass through it',
  },
  {
    name: 'PUBLIC_URL',
    isValid: isPublicOrigin,
    remedy: 'must be a public URL without user name or path, such as https://shop.example.com',
  },
  {
    name: 'AUTH_SECRET',
    // Shorter secrets already fail the schema.
    isValid: (secret) => secret.length < 32 || looksRandom(secret),
    remedy: 'is too easy to guess: generate one with `openssl rand -hex 32`',
  },
  {
    name: 'ADMIN_PASSWORD',
    isValid: (password) => password.length < 6 || password.length >= 12,
    remedy: 'must have at least 12 characters in a live shop',
  },
  ...liveCardProviderRules,
]

/** The settings that prevent a live shop from starting, each with its remedy. */
export function liveErrors(settings: Record<string, string | undefined>): string[] {
  const missing = required
    .filter((name) => !settings[name])
    .map((name) => `${name} is missing: a live shop (SHOP_MODE=live) requires it${choices[name] ?? ''}`)
  const weak = rules.flatMap(({ name, isValid, remedy }) => {
    const value = settings[name]
    return value && !isValid(value) ? [`${name} ${remedy}`] : []
  })
  return [...missing, ...weak]
}

/** The schema reports malformed URLs. */
function isPublicOrigin(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { username, password, hostname, pathname, search, hash } = new URL(url)
  const isLocal = isLoopback(hostname) || hostname.endsWith('.localhost')
  return !isLocal && /^\/*$/.test(pathname) && `${username}${password}${search}${hash}` === ''
}

function looksRandom(secret: string): boolean {
  return entropyOf(secret) >= RANDOM_BITS && !PLACEHOLDER.test(secret)
}
