import { useState } from 'react'
import { href, Link } from 'react-router'
import { z } from 'zod'
import { useCompleteSignIn } from '#shop/auth/access/use-sign-in.ts'
import { callAuth } from '#shop/auth/auth-client.ts'
import { useAuthForm } from '#shop/auth/use-auth-form.ts'
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
    hint: 'One of the codes that you saved during setup; each works once',
    other: 'Use the authenticator app',
  },
} as const

/** The second step of a login: a code from an authenticator app, or a recovery code. */
export function CodeForm() {
  const completeSignIn = useCompleteSignIn()
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const { call, label, hint, other } = kinds[kind]
  const { control, submit, reset } = useAuthForm({
    rules: z.object({ code: z.string().min(1, `${label} is required`) }),
    defaultValues: { code: '' },
    send: async ({ code }) => {
      const answer = await callAuth('POST', call, { code: code.trim() })
      if (!answer.ok) return answer
      return completeSignIn().then(
        () => answer,
        () => ({ ok: false, status: 0, code: '' }),
      )
    },
    refusalText: ({ code }) => securityText(code),
  })
  return (
    <>
      <Form control={control} onSubmit={submit} button="Login">
        <TextField
          key={kind}
          control={control}
          name="code"
          label={label}
          hint={hint}
          autoComplete="one-time-code"
          inputMode={kind === 'app' ? 'numeric' : 'text'}
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
        <Link to={href('/login')}>Log in with another account</Link>
      </p>
    </>
  )
}
