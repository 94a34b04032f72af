import { href, Link } from 'react-router'
import { z } from 'zod'
import { callAuth } from '#shop/auth/auth-client.ts'
import { newPasswordForm } from '#shop/auth/auth-forms.ts'
import { securityText } from '#shop/auth/second-factor/second-factor.ts'
import { useAuthForm } from '#shop/auth/use-auth-form.ts'
import { Form } from '#ui/forms/form.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { showToast } from '#ui/toast.ts'
import { SecuritySection } from './security-section.tsx'

const rules = newPasswordForm.extend({
  currentPassword: z.string().min(1, 'Password is Required'),
})

/** Changes the password; requires the old one and ends all other sessions. */
export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const { control, submit, reset } = useAuthForm({
    rules,
    defaultValues: { currentPassword: '', newPassword: '' },
    send: (passwords) => callAuth('POST', 'change-password', passwords),
    refusalText: ({ code }) => securityText(code),
    onDone: () => {
      reset()
      return showToast('success', 'Your password was changed')
    },
  })
  return (
    <SecuritySection title="Password">
      {hasPassword ? (
        <Form control={control} onSubmit={submit} button="Change password">
          <PasswordField
            control={control}
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
          />
          <PasswordField
            control={control}
            name="newPassword"
            label="New password"
            autoComplete="new-password"
            hint="At least 6 characters. All other devices are logged out."
          />
        </Form>
      ) : (
        <p>
          You log in with Google. To add a password,{' '}
          <Link to={href('/reset-password')}>ask for a reset link</Link>.
        </p>
      )}
    </SecuritySection>
  )
}
