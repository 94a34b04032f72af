import { useSearchParams } from 'react-router'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { requireSession } from '#shop/auth/access/require-session.ts'
import { callAuth } from '#shop/auth/auth-client.ts'
import type { createSessionsApi } from '#shop/auth/sessions/sessions-api.server.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/security-page'
import { EmailSection } from './email-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import type { SecurityState } from './security-api.server.ts'
import { SessionsSection } from './sessions-section.tsx'
import { TwoStepSection } from './two-step-section.tsx'

const api = apiClient<typeof createSessionsApi>()

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  await requireSession(url)
  const [security, sessions] = await Promise.all([
    callAuth<SecurityState>('GET', 'security'),
    api.sessions.$get(),
  ])
  if (!security.ok) throw new Error(`Security settings request failed: status ${security.status}`)
  return { security: security.body, sessions }
}
export const HydrateFallback = loading('your security settings', 'Security')

/** The sign-in methods: password, e-mail, second factors, sessions. */
export default function SecurityPage({ loaderData }: Route.ComponentProps) {
  const { security, sessions } = loaderData
  const { hasPassword, twoFactorEnabled, passkeys } = security
  const [query] = useSearchParams()
  return (
    <>
      <PageHead title="Security" />
      <h1 className="page-title">Security</h1>
      {query.has('required') && (
        <p className="callout callout-error max-w-form mb-24" role="status">
          Admins of this shop must use two-step sign-in. Please set up an authenticator app or a passkey here.
          Have you got one already? Then log in again with it.
        </p>
      )}
      <div className="security-sections grid gap-24">
        <TwoStepSection isOn={twoFactorEnabled} hasPassword={hasPassword} />
        <PasskeysSection passkeys={passkeys} hasPassword={hasPassword} />
        <PasswordSection hasPassword={hasPassword} />
        <EmailSection hasPassword={hasPassword} />
        <SessionsSection sessions={sessions} />
      </div>
    </>
  )
}

export const ErrorBoundary = pageError('Security', 'Your security settings')
