import { z } from 'zod'
import { invalidRequest, type Refusal } from './refusal.ts'

// Schemas for the parameters of calls. Every parameter arrives as text.
export const text = (maxLength: number) => z.string().max(maxLength)

export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const list = <T extends z.ZodType>(item: T) =>
  z.record(z.string(), item).transform((items) => Object.values(items))

export const metadata = z
  .record(z.string().min(1).max(40), text(500))
  .refine((entries) => Object.keys(entries).length <= 50, 'Metadata has more than 50 keys')

/** Converts the first zod issue to Stripe's error message. */
export function parameterRefusal(error: z.ZodError): Refusal {
  const issue = error.issues[0]
  const param = bracketed(issue?.path ?? [])
  if (issue?.code === 'unrecognized_keys') {
    const unknown = bracketed([...issue.path, issue.keys[0] ?? ''])
    return invalidRequest(`Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
  }
  if (issue?.code === 'invalid_type' && issue.message.includes('received undefined')) {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (issue?.code === 'invalid_format' && issue.format === 'regex') {
    return invalidRequest(`Invalid integer: ${param}`, { code: 'parameter_invalid_integer', param })
  }
  return invalidRequest(`Invalid ${param}: ${issue?.message ?? 'invalid value'}`, { param })
}

function bracketed(path: PropertyKey[]): string {
  return path.map((part, depth) => (depth === 0 ? String(part) : `[${String(part)}]`)).join('')
}
