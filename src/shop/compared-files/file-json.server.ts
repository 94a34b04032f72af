import { z } from '@hono/zod-openapi'
import type { FileColumn } from '#shop/tables/columns/survey-columns.ts'
import type { TableField } from '#shop/tables/columns/table-fields.ts'
import { decimalMark } from '#shop/tables/files/read-upload.server.ts'
import { type RowState, rowStates } from './row-states.ts'

export const fileJson = {
  columns: z.array(
    z.object({
      name: z.string().describe('Its heading, if no other column has it'),
      heading: z.string(),
      field: z.string().nullable().describe('Null if it is not read; or what was chosen instead of a field'),
      sample: z.string(),
      decimalMark: decimalMark.or(z.literal('asked')).nullable(),
    }),
  ),
  fields: z
    .array(z.object({ name: z.string(), heading: z.string() }))
    .describe('What columns can be, with answers to the questions; empty in the list'),
  notes: z.array(z.string()).describe('What was left out or converted'),
  questions: z.array(z.string()).describe('What must be chosen'),
}

/** The columns of a file, with what was left out and what must be chosen. */
export type TableJson = z.infer<z.ZodObject<typeof fileJson>>

/** What the rows of all files have. */
export const rowJson = {
  row: z.number().int().describe('Its number in the file'),
  state: z.enum(rowStates),
  reasons: z.array(z.string()).describe('Why it is refused'),
}

type ComparedRow = { position: number; state: RowState; reasons: string[]; cells: string[] }

export function toRowJson({ position, state, reasons, cells }: ComparedRow) {
  return { row: position, state, reasons, cells: state === 'refused' ? cells : [] }
}

export function columnsJson(columns: readonly FileColumn[], fields: readonly TableField[]) {
  const offered = columns.flatMap(({ choices = [] }) => choices)
  // What was chosen for a file with other values.
  const others = columns.flatMap(({ choice }) =>
    choice && !offered.some(({ name }) => name === choice)
      ? [{ name: choice, heading: choice.replace(/^only:/, 'Only rows of ') }]
      : [],
  )
  const choices = [...offered, ...others]
  return {
    columns: columns.map(({ name, heading, field, choice, sample, mark }) => {
      return { name, heading, field: choice ?? field, sample, decimalMark: mark }
    }),
    fields: (fields.length === 0 ? [] : [...fields, ...choices]).map(({ name, heading }) => ({
      name,
      heading,
    })),
  }
}
