import type { Random } from '#prove/random.ts'
import {
  HOSTILE_BODIES,
  HOSTILE_SIGNATURES,
  HOSTILE_TEXTS,
  HOSTILE_TYPES,
  withPrototype,
} from './hostile-values.ts'
import { type KnownValues, kindOfParameter } from './known-values.ts'
import type { ApiDocument, Operation, Schema } from './operations.ts'

export type Generated = {
  path: string
  body?: unknown
  raw?: string
  headers: Record<string, string>
}

/** The generator's data about the caller and the shop. */
export type Source = {
  random: Random
  known: KnownValues
  hostile: () => unknown
  email: string
  password: string
  document: ApiDocument
}

/** The kind of object that a field refers to. */
const KINDS_OF_FIELDS: Record<string, string> = {
  productId: 'product',
  ids: 'product',
  products: 'product',
  orderIds: 'order',
  imgURL: 'image',
  url: 'document',
  transactionId: 'intent',
  category: 'category',
  parent: 'category',
  sku: 'sku',
  id: 'id',
}

const WORDS = 'Anvil Square Gauge blued steel 13mm 1/2 in Malmö 8" brass, spanner'.split(' ')

/** Makes a request of an operation: mostly a valid one, often with one value that is not. */
export function generate(operation: Operation, source: Source): Generated {
  const { random } = source
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let { path } = operation
  for (const { in: location, name, schema, required } of operation.parameters) {
    if (location === 'path') {
      path = path.replace(`{${name}}`, pathValue(operation, name, schema, source))
    } else if (location === 'query' && (required || random.chance(0.4))) {
      const value = random.chance(0.75) ? valid(schema, name, source) : source.hostile()
      query.append(name, textOf(value).slice(0, 3_000))
    } else if (location === 'header' && random.chance(0.5)) {
      headers[name] = /signature/i.test(name)
        ? random.pick(HOSTILE_SIGNATURES)
        : random.chance(0.8)
          ? `key ${random.integer(1, 200)}`
          : random.pick(HOSTILE_TEXTS.filter((text) => /^[\x21-\x7e]{1,300}$/.test(text)))
    }
  }
  if (random.chance(0.03)) query.append(random.pick(['__proto__', 'x[]', 'page']), 'a')
  const withQuery = query.size > 0 ? `${path}?${query}` : path
  return { path: withQuery, headers, ...bodyOf(operation, source, headers) }
}

function bodyOf(
  operation: Operation,
  source: Source,
  headers: Record<string, string>,
): { body?: unknown; raw?: string } {
  const { random } = source
  const sendsBody = operation.method === 'POST' || operation.method === 'PUT'
  if (operation.isUpload) return uploadOf(source, headers)
  if (!operation.body) return sendsBody && random.chance(0.5) ? { body: source.hostile() ?? {} } : {}
  if (random.chance(0.04)) {
    headers['Content-Type'] = random.chance(0.6) ? 'application/json' : random.pick(HOSTILE_TYPES)
    return { raw: random.pick(HOSTILE_BODIES) }
  }
  const body = valid(operation.body, '', source)
  if (random.chance(0.7)) return { body }
  if (random.chance(0.1)) return { body: source.hostile() ?? null }
  return { body: mutate(body, source) }
}

function uploadOf({ random }: Source, headers: Record<string, string>): { raw: string } {
  const boundary = random.chance(0.8) ? 'xyz' : ''
  headers['Content-Type'] = `multipart/form-data; boundary=${boundary}`
  const field = random.pick(['image', 'document', 'x', '__proto__'])
  const name = random.pick(['a.png', '../../a.svg', 'a\u0000.pdf', ''])
  const content = random.pick(['', 'GIF89a', '<svg onload="alert(1)"/>', '%PDF-1.7', 'x'.repeat(9_000)])
  const part = `Content-Disposition: form-data; name="${field}"; filename="${name}"`
  return { raw: `--xyz\r\n${part}\r\n\r\n${content}\r\n--xyz--\r\n` }
}

/** Replaces one value of a body, at any depth, or adds keys that are not for callers. */
function mutate(body: unknown, source: Source): unknown {
  const { random } = source
  if (typeof body !== 'object' || body === null || random.chance(0.1)) return source.hostile()
  if (Array.isArray(body)) {
    if (body.length === 0 || random.chance(0.2)) return Array(random.integer(0, 300)).fill(body[0])
    const at = random.integer(0, body.length - 1)
    return body.map((item, index) => (index === at ? mutate(item, source) : item))
  }
  if (random.chance(0.15)) return withPrototype(body)
  const keys = Object.keys(body)
  const key = random.pick(keys)
  if (key === undefined) return source.hostile()
  const entries: [string, unknown][] = Object.entries(body)
  if (random.chance(0.15)) return Object.fromEntries(entries.filter(([name]) => name !== key))
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === key ? mutate(value, source) : value]),
  )
}

function pathValue(operation: Operation, name: string, schema: Schema, source: Source): string {
  const { random, known } = source
  const kind = kindOfParameter(operation.path, name)
  const { method, path } = operation
  const isFatal = kind === 'email' && method !== 'GET' && /^\/users\/(admin\/)?\{/.test(path)
  const value = isFatal
    ? (known.pick(random.chance(0.8) ? 'expendable' : 'nobody') ?? source.email)
    : random.chance(0.85)
      ? ((kind === 'email' && random.chance(0.7) ? source.email : known.pick(kind)) ??
        valid(schema, name, source))
      : random.chance(0.5)
        ? known.pick(random.pick(['product', 'order', 'payment', 'list', 'session', 'user']))
        : source.hostile()
  // Such a segment would name another path.
  const text = textOf(value ?? 'x').slice(0, 2_000)
  return ['', '.', '..'].includes(text) ? 'x' : encode(text)
}

/** A hostile object may have a `toString` that is no function. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Lone surrogates have no encoding; a client would send something else for them. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Makes a value that fits a schema, from known values where its name says what it is. */
function valid(schema: Schema, name: string, source: Source): unknown {
  const { random, document, known } = source
  if (schema.$ref) {
    const target = document.components.schemas[schema.$ref.replace(/.*\//, '')]
    return valid(target ?? {}, name, source)
  }
  if (schema.enum) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return valid(random.pick(choices), name, source)
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => valid(part, name, source)))
  }
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'object' || schema.properties) return validObject(schema, source)
  if (type === 'array') {
    const least = schema.minItems ?? 0
    const most = Math.min(schema.maxItems ?? 5, random.chance(0.05) ? 200 : 4)
    const items = schema.items ?? {}
    return Array.from({ length: random.integer(least, Math.max(least, most)) }, () =>
      valid(items, name, source),
    )
  }
  if (type === 'integer' || type === 'number') return validNumber(schema, random)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  if (type !== 'string') return source.hostile()
  if (/email/i.test(name)) return random.chance(0.8) ? source.email : (known.pick('email') ?? '')
  if (/password/i.test(name)) return source.password
  if (schema.format === 'date-time') return new Date(random.integer(0, 4e12)).toISOString()
  const kind = KINDS_OF_FIELDS[name]
  const value = kind && random.chance(0.9) ? known.pick(kind) : undefined
  return value ?? validText(schema, name, random)
}

function validObject({ properties = {}, required = [] }: Schema, source: Source): object {
  const entries = Object.entries(properties)
    .filter(([name]) => required.includes(name) || source.random.chance(0.4))
    .map(([name, schema]) => [name, valid(schema, name, source)])
  return Object.fromEntries(entries)
}

function validNumber(schema: Schema, random: Random): number {
  const least = schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
  const most = schema.maximum ?? 1000
  if (random.chance(0.1)) return random.pick([least, most])
  const near = random.integer(least, Math.min(most, least + 30))
  return schema.type === 'number' ? near + random.pick([0, 0.5, 0.25, 0.99]) : near
}

function validText({ minLength = 0, maxLength = 60 }: Schema, name: string, random: Random): string {
  if (name === 'sku') return `FUZZ-${random.integer(1, 100_000)}`
  const words = Array.from({ length: random.integer(1, 8) }, () => random.pick(WORDS)).join(' ')
  const text = random.chance(0.05) ? words.padEnd(maxLength, 'x') : words
  return text.slice(0, Math.max(minLength, Math.min(maxLength, 200))).padEnd(minLength, 'x')
}
