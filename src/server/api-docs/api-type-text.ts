/** What the documentation's page reads of the OpenAPI document. */
export type ApiDocument = {
  info: { title: string; description?: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Resolved> }
}

export type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  'x-access'?: string
  parameters?: {
    name: string
    in: string
    required?: boolean
    description?: string
    schema: Schema
  }[]
  requestBody?: Resolved
  responses: Record<string, Resolved | { $ref: string }>
}

export type Resolved = {
  description?: string
  content?: Record<string, { schema?: Schema }>
}

export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  description?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** Returns a response itself, or the one of all routes that it refers to. */
export function resolve(document: ApiDocument, response: Resolved | { $ref: string }): Resolved {
  if (!('$ref' in response)) return response
  return document.components.responses[lastOf(response.$ref)] ?? {}
}

/** Returns a schema as a type in TypeScript's notation, with the bounds of values behind it. */
export function typeText(schema: Schema, indent = ''): string {
  const { $ref, type, properties, items, additionalProperties } = schema
  if ($ref) return lastOf($ref)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return choices.map((choice) => typeText(choice, indent)).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => typeText(part, indent)).join(' & ')
  if (properties) return objectText(schema, indent)
  if (items) return `Array<${typeText(items, indent)}>`
  if (typeof additionalProperties === 'object') {
    return `Record<string, ${typeText(additionalProperties, indent)}>`
  }
  return [[type ?? 'unknown'].flat().join(' | '), boundsText(schema)].filter(Boolean).join(' ')
}

function objectText({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const note = schema.description ? `  // ${schema.description}` : ''
    const mark = required.includes(name) ? '' : '?'
    return `${inner}${name}${mark}: ${typeText(schema, inner)}${note}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function boundsText(schema: Schema): string {
  const { format, minimum, maximum, minLength, maxLength } = schema
  const [least, most] = [minimum ?? minLength, maximum ?? maxLength]
  const range = least === undefined && most === undefined ? '' : `${least ?? ''}..${most ?? ''}`
  const notes = [format, range].filter(Boolean).join(', ')
  return notes && `(${notes})`
}

function lastOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}
