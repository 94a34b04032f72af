import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { AuthFailure, AuthResult } from './auth-client.ts'

export type AuthFormOptions<Values extends FieldValues, Body> = {
  rules: z.ZodType<Values, Values>
  defaultValues?: DefaultValues<Values>
  /** Submits the valid values. */
  send: (values: Values) => Promise<AuthResult<Body>>
  /** Returns the text for a refusal. */
  refusalText: (refusal: AuthFailure) => string
  /** Runs after success; the form stays busy until it completes. */
  onDone?: (body: Body, values: Values) => unknown
}

/**
 * A form that submits to one auth endpoint. A refusal becomes the form's `root` error, with the
 * status as its type.
 */
export function useAuthForm<Values extends FieldValues, Body>(
  options: AuthFormOptions<Values, Body>,
) {
  const { rules, defaultValues, send, refusalText, onDone } = options
  const { control, reset, setValue, formState, handleSubmit, setError } = useForm<
    Values,
    unknown,
    Values
  >({
    resolver: zodResolver(rules),
    defaultValues,
  })
  const submit = handleSubmit(async (values) => {
    const answer = await send(values)
    if (!answer.ok) {
      return setError('root', { type: String(answer.status), message: refusalText(answer) })
    }
    await onDone?.(answer.body, values)
  })
  return { control, submit, reset, setValue, formState }
}
