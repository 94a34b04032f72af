export type Schema = {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  format?: string
}

export type Parameter = { in: string; name: string; required?: boolean; schema: Schema }

type DescribedOperation = {
  'x-access': string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

export type ApiDocument = {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Schema>; responses: never }
}

export type Operation = {
  method: string
  path: string
  access: string
  parameters: Parameter[]
  /** The schema of its JSON body. */
  body?: Schema
  isUpload: boolean
  /** How often it is called, compared with others. */
  weight: number
}

/**
 * Operations that cost much time, or end what others need: most orders, products and sessions should
 * live long enough to be paid, cancelled and read.
 */
const RARE: [RegExp, number][] = [
  [/^(POST \/auth\/(sign-up|change-password|reset-password))/, 0.05],
  [/^(POST \/auth\/sign-in\/email)/, 0.3],
  [/^POST \/auth\/sign-out/, 0.1],
  [/^(DELETE \/sessions$|DELETE \/users\/\{)/, 0.1],
  [/^(POST \/(images|productDocuments)|POST \/documents\/zip)/, 0.15],
  [/^DELETE \/products\/\{/, 0.1],
  [/^DELETE \/heldStock/, 0.1],
  [/^GET \/(purchase|users)$/, 0.1],
  [/^POST \/(perchase|orders\/batch|payments)$/, 3],
]

/** Returns the operations of an OpenAPI document. */
export function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, described]) => {
      const method = name.toUpperCase()
      const content = described.requestBody?.content
      const body = content?.['application/json']?.schema
      return {
        method,
        path,
        access: described['x-access'],
        parameters: described.parameters ?? [],
        ...(body && { body }),
        isUpload: content?.['multipart/form-data'] !== undefined,
        weight: RARE.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? 1,
      }
    }),
  )
}
