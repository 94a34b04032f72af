import { useEffect } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { useSignIn } from '#shop/auth/access/use-sign-in.ts'
import { newPasswordHint, retryText } from '#shop/auth/auth-texts.ts'
import { GoogleButton } from '#shop/auth/google/google-button.tsx'
import { useAuthForm } from '#shop/auth/use-auth-form.ts'
import { Form } from '#ui/forms/form.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useSite } from '#web/page-head.tsx'
import { PrintedTextField } from '#web/printed-text-field.tsx'
import { DemoLogins } from './demo-logins.tsx'

type Credentials = { name?: string; email: string; password: string }

type SignInFormProps = {
  call: 'sign-in/email' | 'sign-up/email'
  rules: () => Promise<z.ZodType<Credentials, Credentials>>
  refusalText: (code: string) => string
  button: string
  /** An error from before the form was opened. */
  error?: string | undefined
}

/** The login form, and the registration form, which also asks for a name. */
export function SignInForm({ call, rules, refusalText, button, error }: SignInFormProps) {
  const isNew = call === 'sign-up/email'
  const signIn = useSignIn()
  const site = useSite()
  const { control, submit, setValue, formState } = useAuthForm({
    rules,
    send: (credentials) => signIn(call, credentials),
    refusalText: ({ code, retryAfter }) => {
      const message = refusalText(code)
      const retry = retryText(retryAfter)
      return retry ? `${message.trim()}. ${retry}` : message
    },
  })
  const [query] = useSearchParams()
  const invited = (isNew && query.get('email')) || ''
  useEffect(() => {
    if (invited) setValue('email', invited)
  }, [invited, setValue])
  const { root } = formState.errors
  const wrong = root?.message ?? error
  // After too many attempts the password is probably forgotten.
  const isForgotten = !isNew && root?.type === '429'
  return (
    <>
      <Form
        control={control}
        onSubmit={submit}
        error={
          isForgotten ? (
            <>
              {wrong} <Link to={href('/reset-password')}>Reset your password</Link>
            </>
          ) : (
            wrong
          )
        }
        button={button}
      >
        {isNew && (
          <PrintedTextField
            control={control}
            name="name"
            label="Name"
            autoComplete="name"
            hint="6 to 19 characters"
          />
        )}
        <TextField control={control} name="email" label="Email" type="email" autoComplete="username" />
        <PasswordField
          control={control}
          name="password"
          label="Password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          hint={isNew ? newPasswordHint(site) : undefined}
        />
      </Form>
      {!isNew && (
        <DemoLogins
          onFill={({ email, password }) => {
            setValue('email', email)
            setValue('password', password)
          }}
        />
      )}
      <GoogleButton />
    </>
  )
}
