import type { FieldValues } from 'react-hook-form'
import { renewToken } from '#shop/auth/access/authorized-fetch.ts'
import { securityText } from '#shop/auth/second-factor/second-factor.ts'
import { type AuthFormOptions, useAuthForm } from '#shop/auth/use-auth-form.ts'
import { useReload } from '#web/session-end.ts'

/** A form that changes a second factor. It reloads the page's data afterwards, because the session may be a new one. */
export function useSecurityForm<Values extends FieldValues, Body>({
  onDone,
  ...options
}: Omit<AuthFormOptions<Values, Body>, 'refusalText'>) {
  const { reload } = useReload()
  return useAuthForm({
    ...options,
    refusalText: ({ code }) => securityText(code),
    onDone: async (body: Body, values: Values) => {
      await renewToken().catch(() => {})
      await reload()
      await onDone?.(body, values)
    },
  })
}
