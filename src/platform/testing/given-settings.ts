import { expect } from 'vitest'
import { readSettings } from '#platform/settings/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'

export const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
export const mail = {
  SMTP_URL: 'smtps://user:password@mail.example.com',
  MAIL_FROM: 'Forgewell <shop@example.com>',
}
/** All settings that a live shop needs. */
export const live = {
  ...stripe,
  ...mail,
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://shop.example.com/',
  AUTH_SECRET: '5d1f0c9e7ab34862d05b9c1e6f7a8340',
  ADMIN_EMAIL: 'Owner@Example.com',
  ADMIN_PASSWORD: 'nine hammers in the attic',
  STRIPE_WEBHOOK_SECRET: 'whsec_9fKq2LxVb7RtZ0mWc4YhDn8PsGu3JeXa',
  TRUSTED_PROXY: '10.0.0.2',
  SELLER_NAME: 'Forgewell Ltd',
  SELLER_ADDRESS: '1 Anvil Street; Detroit',
  SELLER_TAX_ID: '12-3456789',
  TAX_PERCENT: '0',
  PASSWORD_POLICY: 'strict',
}

/** The invalid settings, one per line. */
export function errorsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    const [title, ...errors] = error.message.split('\n')
    expect(title).toBe('Some settings are invalid:')
    return errors.map((error) => error.trim())
  }
}
