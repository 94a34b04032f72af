import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldErrors } from './field-errors.ts'

const form = z.union([
  z.strictObject({ email: z.string('no e-mail') }),
  z.strictObject({ phone: z.string('no phone').optional(), city: z.string('no city').optional() }),
])

test.each([
  [{ phone: 7 }, { phone: 'no phone' }],
  [
    { phone: 7, city: 7 },
    { phone: 'no phone', city: 'no city' },
  ],
  [{ role: 'admin' }, { role: 'There is no such field' }],
  [null, {}],
])('the errors of %j are %j', (body, errors) => {
  const { error } = form.safeParse(body)
  expect(fieldErrors(error ?? { issues: [] })).toEqual(errors)
})
