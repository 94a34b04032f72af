import { useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { useHydrated } from '#ui/use-hydrated.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

type PasswordFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = TextFieldProps<
  Values,
  Name,
  Sent
> & {
  /** Whether password managers fill in the stored password or suggest a new one. */
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>(
  props: PasswordFieldProps<Values, Name, Sent>,
) {
  const isHydrated = useHydrated()
  const [isShown, setShown] = useState(false)
  return (
    <div className="password-field relative">
      <TextField {...props} type={isShown ? 'text' : 'password'} />
      <button
        type="button"
        className="text-link text-14"
        aria-label={isShown ? 'Hide what is typed' : 'Show what is typed'}
        disabled={!isHydrated}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}
