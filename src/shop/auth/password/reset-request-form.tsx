import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { href, Link } from 'react-router'
import { RESET_LINK_MINUTES, RESET_LINK_SENT, retryText } from '#shop/auth/auth.ts'
import { identityCall } from '#shop/auth/auth-client.ts'
import { resetRequestForm } from '#shop/auth/sign-in/auth-forms.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'

/** Asks for the link; its answer is the same whether the address has an account or not. */
export function ResetRequestForm() {
  const [sentTo, setSentTo] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(resetRequestForm),
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ email }) => {
    const answer = await identityCall('POST', 'request-password-reset', { email })
    if (!answer.ok) {
      const retry = retryText(answer.retryAfter)
      const message = 'Something went wrong'
      return setError('root', { message: retry ? `${message}. ${retry}` : message })
    }
    setSentTo(email)
    await showToast('success', RESET_LINK_SENT)
  })
  return (
    <>
      <Form
        onSubmit={submit}
        error={errors.root?.message}
        busy={isSubmitting}
        button="Send Reset Link"
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
      </Form>
      {sentTo && (
        <p>
          If {sentTo} has an account here, a link is on its way. It works once, for{' '}
          {RESET_LINK_MINUTES} minutes.
        </p>
      )}
      <p>
        Remembered it? <Link to={href('/login')}>Login</Link>
      </p>
    </>
  )
}
