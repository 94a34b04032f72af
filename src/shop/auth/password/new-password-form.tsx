import { href, Link, useNavigate } from 'react-router'
import { accessToken } from '#shop/auth/access/authorized-fetch.ts'
import { withAuthChange } from '#shop/auth/auth-change.ts'
import { callAuth } from '#shop/auth/auth-client.ts'
import { newPasswordForm } from '#shop/auth/auth-forms.ts'
import { newPasswordHint, resetText } from '#shop/auth/auth-texts.ts'
import { useAuthForm } from '#shop/auth/use-auth-form.ts'
import { Form } from '#ui/forms/form.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { showToast } from '#ui/toast.ts'
import { useSite } from '#web/page-head.tsx'

/** Sets the new password with the mailed link's token and then opens the login page. */
export function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const site = useSite()
  const { control, submit } = useAuthForm({
    rules: newPasswordForm,
    send: ({ newPassword }) => callAuth('POST', 'reset-password', { newPassword, token }),
    refusalText: ({ code }) => resetText(code),
    onDone: async () => {
      accessToken.clear()
      await withAuthChange(async () => navigate(href('/login'), { replace: true }))
      await showToast('success', 'Your password was changed, please log in')
    },
  })
  return (
    <>
      <Form control={control} onSubmit={submit} button="Change Password">
        <PasswordField
          control={control}
          name="newPassword"
          label="New password"
          autoComplete="new-password"
          hint={newPasswordHint(site)}
        />
      </Form>
      <p>
        Link not working? <Link to={href('/reset-password')}>Request a new one</Link>
      </p>
    </>
  )
}
