import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { RESET_LINK_MINUTES, RESET_LINK_SENT } from './account.ts'
import { resetRequestForm } from './account-forms.ts'
import { identityCall } from './identity-call.ts'

/** Asks for the link; its answer is the same whether the address has an account or not. */
export function ResetRequestForm() {
  const [sentTo, setSentTo] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(resetRequestForm),
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ email }) => {
    const answer = await identityCall('POST', 'request-password-reset', { email })
    if (!answer.ok) return setError('root', { message: 'Something went wrong' })
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
        You remember it? <Link to="/login">Login</Link>
      </p>
    </>
  )
}
