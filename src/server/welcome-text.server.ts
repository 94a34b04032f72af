import type { Login } from '#operations/seed/logins.server.ts'
import { KEY_USER } from '#platform/http/local-access.server.ts'
import { removedSettingsOf, type Settings, shopVersion } from '#platform/settings/settings.server.ts'

export function welcomeText(
  settings: Settings,
  database: string,
  logins: Login[],
  demoKey: string | undefined,
  warnings: string[],
): string {
  const lines = [
    `${settings.SHOP_NAME} is running at ${settings.PUBLIC_URL}`,
    `Version: ${shopVersion()}`,
    `Database: ${database}`,
    ...logins.map(
      ({ who, email, password }) => `Log in as ${who}: ${email}  ${password ?? '(ADMIN_PASSWORD)'}`,
    ),
  ]
  lines.push(...warnings, ...removedSettingsOf(process.env))
  if (settings.SHOP_MODE === 'live' && settings.DEMO_PUBLIC) {
    lines.push('DEMO_PUBLIC is ignored, because this is a live shop.')
  }
  if (settings.SHOP_MODE === 'demo') {
    lines.push('This is a demo with simulated card payments. Pay with card 4242 4242 4242 4242.')
    // The inbox of a public demo is open only on this machine.
    const inboxAt = demoKey ? `http://${KEY_USER}:${demoKey}@localhost:${settings.PORT}` : settings.PUBLIC_URL
    if (!settings.SMTP_URL) lines.push(`Mail is delivered to ${inboxAt}/simulators/mail`)
    if (demoKey) lines.push(`Card simulator and metrics ask for ${KEY_USER} and ${demoKey}`)
  }
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}
