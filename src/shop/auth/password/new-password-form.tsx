import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { href, Link, useNavigate } from 'react-router'
import { accessToken } from '#shop/auth/access/authorized-fetch.ts'
import { newPasswordHint, resetText } from '#shop/auth/auth.ts'
import { changingAuth } from '#shop/auth/auth-change.ts'
import { identityCall } from '#shop/auth/auth-client.ts'
import { newPasswordForm } from '#shop/auth/sign-in/auth-forms.ts'
import { useSite } from '#shop/page/use-site.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'

/** Sets the new password with the mailed link's token, once, and sends its owner to the login. */
export function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const site = useSite()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(newPasswordForm),
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ newPassword }) => {
    const answer = await identityCall('POST', 'reset-password', { newPassword, token })
    if (!answer.ok) return setError('root', { message: resetText(answer.code) })
    accessToken.clear()
    await changingAuth(async () => navigate(href('/login'), { replace: true }))
    await showToast('success', 'Your password was changed, please log in')
  })
  return (
    <>
      <Form
        onSubmit={submit}
        error={errors.root?.message}
        busy={isSubmitting}
        button="Change Password"
      >
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={newPasswordHint(site)}
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
      </Form>
      <p>
        Link not working? <Link to={href('/reset-password')}>Request a new one</Link>
      </p>
    </>
  )
}
