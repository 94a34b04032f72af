import { useState } from 'react'
import { href, Link } from 'react-router'
import { callAuth } from '#shop/auth/auth-client.ts'
import { resetRequestForm } from '#shop/auth/auth-forms.ts'
import { RESET_LINK_MINUTES, RESET_LINK_SENT, retryText } from '#shop/auth/auth-texts.ts'
import { useAuthForm } from '#shop/auth/use-auth-form.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'

/** Requests a reset link; the response does not reveal whether the e-mail has an account. */
export function ResetRequestForm() {
  const [sentTo, setSentTo] = useState<string>()
  const { control, submit } = useAuthForm({
    rules: resetRequestForm,
    send: ({ email }) => callAuth('POST', 'request-password-reset', { email }),
    refusalText: ({ retryAfter }) => {
      const retry = retryText(retryAfter)
      const message = 'Something went wrong'
      return retry ? `${message}. ${retry}` : message
    },
    onDone: async (_, { email }) => {
      setSentTo(email)
      await showToast('success', RESET_LINK_SENT)
    },
  })
  return (
    <>
      <Form control={control} onSubmit={submit} button="Send Reset Link">
        <TextField control={control} name="email" label="Email" type="email" autoComplete="username" />
      </Form>
      {sentTo && (
        <p>
          If {sentTo} has an account here, a link is on its way. It works once, for {RESET_LINK_MINUTES}{' '}
          minutes. If you asked for one before, look for the mail of that request too: we send at most one
          link a minute, and a few a day.
        </p>
      )}
      <p>
        Remembered it? <Link to={href('/login')}>Login</Link>
      </p>
    </>
  )
}
