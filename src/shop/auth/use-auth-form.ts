import type { BaseSyntheticEvent } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { AuthFailure, AuthResult } from './auth-client.ts'

export type AuthFormOptions<Values extends FieldValues, Body> = {
  /** The rules, or a function that loads them when the form is sent first. */
  rules: z.ZodType<Values, Values> | (() => Promise<z.ZodType<Values, Values>>)
  defaultValues?: DefaultValues<Values>
  send: (values: Values) => Promise<AuthResult<Body>>
  refusalText: (refusal: AuthFailure) => string
  /** Runs after success; the form stays busy until it completes. */
  onDone?: (body: Body, values: Values) => unknown
}

/** A form that submits to one auth endpoint. A refusal becomes the form's `root` error, with the status as its type. */
export function useAuthForm<Values extends FieldValues, Body>(options: AuthFormOptions<Values, Body>) {
  const { rules, defaultValues, send, refusalText, onDone } = options
  const { control, reset, setValue, formState, handleSubmit, setError } = useForm<Values, unknown, Values>({
    resolver: resolverOf(rules),
    defaultValues,
  })
  const validateAndSend = handleSubmit(async (values) => {
    const answer = await send(values)
    if (!answer.ok) {
      return setError('root', { type: String(answer.status), message: refusalText(answer) })
    }
    await onDone?.(answer.body, values)
  })
  const submit = (event?: BaseSyntheticEvent) =>
    // The rules failed to load.
    validateAndSend(event).catch(() => setError('root', { message: 'Something went wrong' }))
  return { control, submit, reset, setValue, formState }
}

/** Validates by the rules; they and the library that reads them are loaded when they are needed. */
function resolverOf<Values extends FieldValues>(
  rules: AuthFormOptions<Values, never>['rules'],
): Resolver<Values, unknown, Values> {
  return async (...input) => {
    const [{ zodResolver }, schema] = await Promise.all([
      import('@hookform/resolvers/zod'),
      typeof rules === 'function' ? rules() : rules,
    ])
    return zodResolver(schema)(...input)
  }
}
