import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useCurrentUser } from '#shop/auth/access/use-current-user.ts'
import { identityCall } from '#shop/auth/auth-client.ts'
import { securityText } from '#shop/auth/second-factor/second-factor.ts'
import { registerForm } from '#shop/auth/sign-in/auth-forms.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

const form = z.object({ newEmail: registerForm.shape.email, password: z.string() })

/** Changes the e-mail, once its old and its new owner have opened a mailed link. */
export function EmailSection({ hasPassword }: { hasPassword: boolean }) {
  const viewer = useCurrentUser()
  const [isAsked, setIsAsked] = useState(false)
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { newEmail: '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (wanted) => {
    setIsAsked(false)
    const answer = await identityCall('POST', 'change-email', wanted)
    if (!answer.ok) return setError('root', { message: securityText(answer.code) })
    reset()
    setIsAsked(true)
  })
  return (
    <section className="security-section" aria-labelledby="email">
      <h2 id="email">E-mail</h2>
      <p>
        Your e-mail is <strong>{viewer?.email}</strong>.
      </p>
      <Form
        onSubmit={submit}
        error={errors.root?.message}
        busy={isSubmitting}
        button="Change e-mail"
      >
        <TextField
          label="New e-mail"
          type="email"
          autoComplete="email"
          error={errors.newEmail?.message}
          {...register('newEmail')}
        />
        {hasPassword && (
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
        )}
      </Form>
      <p role="status">
        {isAsked &&
          'Please open the link that we sent to your present e-mail; then the one to the new.'}
      </p>
    </section>
  )
}
