import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { IdentityAnswer, IdentityRefusal } from './auth-client.ts'

export type AuthFormOptions<Values extends FieldValues, Body> = {
  rules: z.ZodType<Values, Values>
  defaultValues?: DefaultValues<Values>
  /** Sends what passed the rules. */
  send: (values: Values) => Promise<IdentityAnswer<Body>>
  /** What the form says of a refusal. */
  refusalText: (refusal: IdentityRefusal) => string
  /** What follows a success; the form is busy until then. */
  onDone?: (body: Body, values: Values) => unknown
}

/**
 * A form that one identity call answers; what is wrong with the whole of it is its `root` error,
 * whose type is the refusal's status.
 */
export function useAuthForm<Values extends FieldValues, Body>(
  options: AuthFormOptions<Values, Body>,
) {
  const { rules, defaultValues, send, refusalText, onDone } = options
  const { control, reset, formState, handleSubmit, setError } = useForm<Values, unknown, Values>({
    resolver: zodResolver(rules),
    ...(defaultValues && { defaultValues }),
  })
  const submit = handleSubmit(async (values) => {
    const answer = await send(values)
    if (!answer.ok) {
      return setError('root', { type: String(answer.status), message: refusalText(answer) })
    }
    await onDone?.(answer.body, values)
  })
  return { control, submit, reset, formState }
}
