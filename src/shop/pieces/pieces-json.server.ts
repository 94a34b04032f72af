import { z } from '@hono/zod-openapi'

export const pieceCount = z.number().int().min(0).max(1_000_000_000)

export function namedLines<Line extends z.ZodType<{ _id: string }>>(line: Line) {
  return z
    .array(line)
    .min(1, 'Name at least one line')
    .max(1_000)
    .refine((lines) => new Set(lines.map(({ _id }) => _id)).size === lines.length, {
      message: 'A line is named twice',
    })
}

export const piecesOfLinesJson = namedLines(z.strictObject({ _id: z.uuid(), quantity: pieceCount.min(1) }))
