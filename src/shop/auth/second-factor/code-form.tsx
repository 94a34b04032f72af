import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { href, Link } from 'react-router'
import { identityCall } from '#shop/auth/auth-client.ts'
import { useArrival } from '#shop/auth/sign-in/use-sign-in.ts'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { securityText } from './second-factor.ts'

const kinds = {
  app: {
    call: 'two-factor/verify-totp',
    label: 'Code',
    hint: 'The six digits that your authenticator app shows',
    other: 'Use a recovery code',
  },
  recovery: {
    call: 'two-factor/verify-backup-code',
    label: 'Recovery code',
    hint: 'One of the codes that you kept when you set this up; each works once',
    other: 'Use the authenticator app',
  },
} as const

/** The second step of a login: the code of an authenticator app, or a recovery code. */
export function CodeForm() {
  const arrive = useArrival()
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const { register, handleSubmit, setError, reset, formState } = useForm({
    defaultValues: { code: '' },
  })
  const { call, label, hint, other } = kinds[kind]
  const submit = handleSubmit(async ({ code }) => {
    const answer = await identityCall('POST', call, { code: code.trim() })
    if (answer.ok) return arrive().catch(() => setError('root', { message: securityText('') }))
    setError('root', { message: securityText(answer.code) })
  })
  const { errors, isSubmitting } = formState
  return (
    <>
      <Form onSubmit={submit} error={errors.root?.message} busy={isSubmitting} button="Login">
        <TextField
          key={kind}
          label={label}
          hint={hint}
          autoComplete="one-time-code"
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          error={errors.code?.message}
          {...register('code', { required: `${label} is required` })}
        />
      </Form>
      <p>
        <Button
          variant="quiet"
          onClick={() => {
            reset()
            setKind(kind === 'app' ? 'recovery' : 'app')
          }}
        >
          {other}
        </Button>
      </p>
      <p>
        <Link to={href('/login')}>Log in as somebody else</Link>
      </p>
    </>
  )
}
