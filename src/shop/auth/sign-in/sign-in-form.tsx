import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { href, Link } from 'react-router'
import type { z } from 'zod'
import { newPasswordHint, retryText } from '#shop/auth/auth.ts'
import { GoogleButton } from '#shop/auth/google/google-button.tsx'
import { useSite } from '#shop/page/use-site.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useSignIn } from './use-sign-in.ts'

type Credentials = { name?: string; email: string; password: string }

type SignInFormProps = {
  call: 'sign-in/email' | 'sign-up/email'
  rules: z.ZodType<Credentials, Credentials>
  /** What the specification says to a refusal. */
  refusalText: (code: string) => string
  button: string
  /** What went wrong before the form was opened. */
  error?: string | undefined
}

const TOO_MANY = 'too-many'

/** Both ways in: a login, and a registration, which asks for a name too. */
export function SignInForm({ call, rules, refusalText, button, error }: SignInFormProps) {
  const isNew = call === 'sign-up/email'
  const signIn = useSignIn()
  const site = useSite()
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(rules) })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (credentials) => {
    const answer = await signIn(call, credentials)
    if (answer.ok) return
    const retry = retryText(answer.retryAfter)
    // Whoever guesses too long has most likely forgotten it.
    const type = !isNew && answer.status === 429 ? TOO_MANY : 'refused'
    const message = refusalText(answer.code)
    setError('root', { type, message: retry ? `${message.trim()}. ${retry}` : message })
  })
  const wrong = errors.root?.message ?? error
  return (
    <>
      <Form
        onSubmit={submit}
        error={
          errors.root?.type === TOO_MANY ? (
            <>
              {wrong} <Link to={href('/reset-password')}>Reset your password</Link>
            </>
          ) : (
            wrong
          )
        }
        busy={isSubmitting}
        button={button}
      >
        {isNew && (
          <TextField
            label="Name"
            autoComplete="name"
            hint="6 to 19 characters"
            error={errors.name?.message}
            {...register('name')}
          />
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          hint={isNew ? newPasswordHint(site) : undefined}
          error={errors.password?.message}
          {...register('password')}
        />
      </Form>
      <GoogleButton />
    </>
  )
}
