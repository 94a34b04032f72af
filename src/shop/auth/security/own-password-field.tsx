import type { FieldPath, FieldValues } from 'react-hook-form'
import type { FormField } from '#ui/forms/form-field.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'

type OwnPasswordFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = FormField<
  Values,
  Name,
  Sent
> & { hasPassword: boolean }

/** The password field of a security change; users without a password need a recent login instead. */
export function OwnPasswordField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  hasPassword,
  control,
  name,
}: OwnPasswordFieldProps<Values, Name, Sent>) {
  if (!hasPassword) return null
  return <PasswordField control={control} name={name} label="Password" autoComplete="current-password" />
}
