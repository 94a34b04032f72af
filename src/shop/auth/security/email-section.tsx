import { useState } from 'react'
import { z } from 'zod'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { callAuth } from '#shop/auth/auth-client.ts'
import { registerForm } from '#shop/auth/auth-forms.ts'
import { securityText } from '#shop/auth/second-factor/second-factor.ts'
import { useAuthForm } from '#shop/auth/use-auth-form.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { OwnPasswordField } from './own-password-field.tsx'
import { SecuritySection } from './security-section.tsx'

const rules = z.object({ newEmail: registerForm.shape.email, password: z.string() })

/** Changes the e-mail after links mailed to the old and the new address have been opened. */
export function EmailSection({ hasPassword }: { hasPassword: boolean }) {
  const currentUser = useCurrentUser()
  const [isAsked, setIsAsked] = useState(false)
  const { control, submit, reset } = useAuthForm({
    rules,
    defaultValues: { newEmail: '', password: '' },
    send: (input) => {
      setIsAsked(false)
      return callAuth('POST', 'change-email', input)
    },
    refusalText: ({ code }) => securityText(code),
    onDone: () => {
      reset()
      setIsAsked(true)
    },
  })
  return (
    <SecuritySection title="Email">
      <p>
        Your e-mail is <strong>{currentUser?.email}</strong>.
      </p>
      <Form control={control} onSubmit={submit} button="Change email">
        <TextField control={control} name="newEmail" label="New email" type="email" autoComplete="email" />
        <OwnPasswordField hasPassword={hasPassword} control={control} name="password" />
      </Form>
      <p role="status">
        {isAsked &&
          'Please open the link in the mail to your current e-mail, then the link in the mail to your new one.'}
      </p>
    </SecuritySection>
  )
}
