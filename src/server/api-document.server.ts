import type { OpenAPIHono } from '@hono/zod-openapi'
import { ACCESS, type Access } from '#platform/http/api/public-route.server.ts'
import { shopVersion } from '#platform/settings/settings.server.ts'
import { authOperations } from '#shop/auth/api/auth-operations.ts'
import { webhookOperation } from '#shop/payments/payment-webhook.server.ts'

type Schema = Record<string, unknown>
type Parameter = { name: string; in: string; description?: string }
type Operation = {
  [ACCESS]: Access
  operationId: string
  summary?: string
  security?: object[]
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, object> }
  responses: Record<string, object>
}
type Paths = Record<string, Record<string, Operation>>

const tags = {
  auth: 'Signing in and out: better-auth’s routes, with a session cookie',
  users: 'Profiles, roles and access tokens',
  products: 'The catalogue and its stock',
  images: 'Images of products',
  orders: 'Placing, listing and cancelling orders',
  payments: 'Paying orders by card',
  reviews: 'Reviews by buyers',
  blogs: 'The blog',
  shop: 'Contact messages, the brand, legal pages and texts, and the admin’s overview',
}

/** Returns the OpenAPI document, from the routes' schemas and the responses common to all routes. */
// biome-ignore lint/suspicious/noExplicitAny: accepts an app of any environment
export function describeApi(api: OpenAPIHono<any>, name: string) {
  for (const operation of [...authOperations(), webhookOperation()]) {
    api.openAPIRegistry.registerPath(operation)
  }
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: name,
      version: shopVersion(),
      description: 'The REST API of the shop. Amounts are in dollars with at most two decimals.',
      license: { name: 'All rights reserved', url: '/' },
    },
    servers: [{ url: '/api' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  })
  const paths = mergeTemplates(document.paths as unknown as Paths)
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) complete(path, method, operation)
  }
  for (const path of Object.keys(paths)) addRefusalsOfLists(paths, path)
  const components = { ...document.components, responses: commonResponses, securitySchemes }
  return withPlainPatterns({ ...document, paths, components })
}

/**
 * Removes the flags that the generator leaves behind the patterns of regular expressions with flags:
 * `^a$/u` would match nothing. JSON Schema reads patterns as Unicode anyway.
 */
function withPlainPatterns<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withPlainPatterns) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    key === 'pattern' && typeof item === 'string'
      ? item.replace(/\$\/[a-z]+$/, '$')
      : withPlainPatterns(item),
  ])
  return Object.fromEntries(entries)
}

const securitySchemes = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Valid for 15 minutes, or until its session ends. PUT /users/{email} returns one.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'forgewell.session_token',
    description: 'Set by signing in. With https its name begins with __Host-.',
  },
}

const errorWith = (description: string, headers?: Schema) => ({
  description,
  ...(headers && { headers }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})
const retryAfter = {
  'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 0 } },
}

const commonResponses = {
  malformed: errorWith('Malformed query, header or body'),
  notSignedIn: errorWith('Not signed in, or the token has expired'),
  notAllowed: errorWith('Not an admin, or an admin without the required second factor'),
  foreignOrigin: errorWith('Sent by a page of another site'),
  notFound: errorWith('Not found'),
  tooLarge: errorWith('The body is larger than 64 KB'),
  unsupported: errorWith('Unsupported content type'),
  invalid: errorWith('Validation failed; `fields` lists the invalid fields'),
  internal: errorWith('Internal error'),
  unavailable: errorWith('The shop or a service it depends on is unavailable', retryAfter),
}

/** Adds the summary, common responses, security and tags that an operation does not define itself. */
function complete(path: string, method: string, operation: Operation): void {
  const { responses, requestBody, parameters = [] } = operation
  const add = (status: number, name: keyof typeof commonResponses) => {
    responses[status] ??= { $ref: `#/components/responses/${name}` }
  }
  const takesJson = requestBody && 'application/json' in requestBody.content
  const access = operation[ACCESS]
  if (access === 'user' || access === 'admin') add(401, 'notSignedIn')
  if (access === 'admin') add(403, 'notAllowed')
  if (method !== 'get') add(403, 'foreignOrigin')
  add(400, 'malformed')
  if (parameters.some((parameter) => parameter.in === 'path')) add(404, 'notFound')
  if (requestBody) add(413, 'tooLarge')
  if (takesJson || path.startsWith('/auth')) add(415, 'unsupported')
  if (takesJson) add(422, 'invalid')
  add(500, 'internal')
  add(503, 'unavailable')
  operation.security ??= responses[401] ? [{ accessToken: [] }] : []
  operation.tags ??= [tagOf(path)]
  operation.summary ??= summaryOf(operation.operationId)
}

/** `List price lists` for `listPriceLists`, `Read product` for `getProduct`. */
function summaryOf(operationId: string): string {
  const words = operationId.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const named = words.replace(/^get\b/, 'read')
  return named.charAt(0).toUpperCase() + named.slice(1)
}

/** With an empty last parameter, a call reaches the list above it, which may be for admins only. */
function addRefusalsOfLists(paths: Paths, path: string): void {
  const list = path.replace(/\/\{[^/]+\}$/, '')
  if (list === path) return
  for (const [method, { responses }] of Object.entries(paths[path] ?? {})) {
    const refused = paths[list]?.[method]?.responses[403]
    if (refused) responses[403] ??= refused
  }
}

function tagOf(path: string): keyof typeof tags {
  const [, noun = ''] = path.split('/')
  if (path.includes('payment')) return 'payments'
  if (noun === 'perchase' || noun.startsWith('purchase')) return 'orders'
  const tag = Object.keys(tags).find((tag) => noun.startsWith(tag))
  const isOfUsers = noun === 'countries' || noun === 'customers'
  return (isOfUsers ? 'users' : (tag ?? 'shop')) as keyof typeof tags
}

/**
 * Merges paths that differ only in parameter names, which OpenAPI does not allow. They get the last
 * path's names, and the parameter's description has the original name.
 */
function mergeTemplates(paths: Paths): Paths {
  const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
  const names = new Map(Object.keys(paths).map((path) => [shape(path), path]))
  const merged: Paths = {}
  for (const [path, operations] of Object.entries(paths)) {
    const name = names.get(shape(path)) ?? path
    merged[name] = { ...merged[name], ...rename(operations, path, name) }
  }
  return merged
}

function rename(operations: Paths[string], path: string, name: string): Paths[string] {
  if (path === name) return operations
  const parametersOf = (template: string) => template.match(/(?<=\{)\w+/g) ?? []
  const renamed = new Map(parametersOf(path).map((old, at) => [old, parametersOf(name)[at] ?? old]))
  const entries = Object.entries(operations).map(([method, operation]) => {
    const parameters = operation.parameters?.map((parameter) =>
      parameter.in === 'path'
        ? { ...parameter, name: renamed.get(parameter.name), description: parameter.name }
        : parameter,
    )
    return [method, { ...operation, parameters }]
  })
  return Object.fromEntries(entries)
}
