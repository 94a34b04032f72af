import { z } from '@hono/zod-openapi'
import { decimalMark } from './read-upload.server.ts'

/** What the API says of a file that was read. */
export const fileJson = {
  columns: z.array(
    z.object({
      name: z.string().openapi({ description: 'Its heading, if no other column has it' }),
      heading: z.string(),
      field: z.string().nullable().openapi({ description: 'Null if it is not read' }),
      sample: z.string(),
      decimalMark: decimalMark.or(z.literal('asked')).nullable(),
    }),
  ),
  fields: z
    .array(z.object({ name: z.string(), heading: z.string() }))
    .openapi({ description: 'What columns can be; empty in the list' }),
  notes: z.array(z.string()).openapi({ description: 'What was left out' }),
  questions: z.array(z.string()).openapi({ description: 'What must be chosen' }),
}
