import type { FieldPath, FieldValues } from 'react-hook-form'
import type { FormField } from '#ui/forms/form-field.ts'
import { PasswordField } from '#ui/forms/password-field.tsx'

type OwnPasswordFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Sent,
> = FormField<Values, Name, Sent> & { hasPassword: boolean }

/** The password that a change asks for; whoever has none proves it by a fresh login instead. */
export function OwnPasswordField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  hasPassword,
  control,
  name,
}: OwnPasswordFieldProps<Values, Name, Sent>) {
  if (!hasPassword) return null
  return (
    <PasswordField control={control} name={name} label="Password" autoComplete="current-password" />
  )
}
