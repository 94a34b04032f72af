import { z } from '@hono/zod-openapi'

/** Documents a file that a route answers with: `200: file('The PDF', 'application/pdf')`. */
export function file<Type extends string>(description: string, ...types: Type[]) {
  const contents = types.map((type) => {
    const schema = z.string()
    const isText = type.startsWith('text/')
    return [type, { schema: isText ? schema : schema.openapi({ type: 'string', format: 'binary' }) }]
  })
  return {
    description,
    content: Object.fromEntries(contents) as Record<Type, { schema: z.ZodString }>,
  }
}

export const downloadHeaders = (type: string, name: string) => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'private, no-store',
})

export const CSV_TYPE = 'text/csv; charset=utf-8'
