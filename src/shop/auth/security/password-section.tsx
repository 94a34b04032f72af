import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { href, Link } from 'react-router'
import { z } from 'zod'
import { identityCall } from '#shop/auth/auth-client.ts'
import { securityText } from '#shop/auth/second-factor/second-factor.ts'
import { newPasswordForm } from '#shop/auth/sign-in/auth-forms.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'

const form = newPasswordForm.extend({
  currentPassword: z.string().min(1, 'Password is Required'),
})

/** Changes the password; the old one is asked for, and every other session ends. */
export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (passwords) => {
    const answer = await identityCall('POST', 'change-password', passwords)
    if (!answer.ok) return setError('root', { message: securityText(answer.code) })
    reset()
    await showToast('success', 'Your password is changed')
  })
  return (
    <section className="security-section" aria-labelledby="password">
      <h2 id="password">Password</h2>
      {hasPassword ? (
        <Form
          onSubmit={submit}
          error={errors.root?.message}
          busy={isSubmitting}
          button="Change password"
        >
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            {...register('currentPassword')}
          />
          <TextField
            label="New password"
            type="password"
            autoComplete="new-password"
            hint="At least 6 characters. All other devices are logged out."
            error={errors.newPassword?.message}
            {...register('newPassword')}
          />
        </Form>
      ) : (
        <p>
          You log in with Google. To have a password too,{' '}
          <Link to={href('/reset-password')}>ask for a reset link</Link>.
        </p>
      )}
    </section>
  )
}
