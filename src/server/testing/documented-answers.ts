import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Hono } from 'hono'

type Responses = Record<string, { $ref?: string; content?: Record<string, object> }>
type Document = {
  paths: Record<string, Record<string, { responses: Responses }>>
  components: { responses: Responses }
}

/**
 * Compares each API response with the OpenAPI document. An undocumented route or status, or a body
 * that does not match its schema, is a deviation.
 */
export function watchAnswers(app: Hono): { deviations: string[] } {
  const deviations: string[] = []
  const ask = app.fetch
  const check = createCheck(async () => (await ask(new Request('http://x/api/openapi.json'))).json())
  app.fetch = async (request, ...rest) => {
    const answer = await ask(request, ...rest)
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return answer
    const deviation = await check(request.method, pathname.slice(4), answer.clone())
    if (deviation) deviations.push(deviation)
    return answer
  }
  return { deviations }
}

let compiled: Promise<CheckAnswer> | undefined

function createCheck(fetchDocument: () => Promise<Document>) {
  return async (method: string, path: string, answer: Response): Promise<string | null> => {
    // All test shops have the same document, and compiling it is slow.
    compiled ??= fetchDocument().then(createAnswerCheck)
    const check = await compiled
    const type = answer.headers.get('Content-Type') ?? ''
    return check({ method, path, status: answer.status, type, readBody: () => answer.json() })
  }
}

/** Returns how an answer of the API deviates from the document, or null. */
export type CheckAnswer = (answer: {
  method: string
  path: string
  status: number
  /** The Content-Type. */
  type: string
  readBody: () => unknown
}) => Promise<string | null>

/** Compares answers with an OpenAPI document. */
export function createAnswerCheck(document: Document): CheckAnswer {
  const { find, fits } = compile(document)
  return async ({ method, path, status, type, readBody }) => {
    if (path === '/openapi.json' || path.startsWith('/docs')) return null
    const call = `${method} ${path} ${status}`
    const operation = find(method, path)
    if (!operation) return status === 404 ? null : `${call}: no such call is described`
    const { responses, at } = operation
    const described = responses[status]
    if (!described) return `${call}: this status is not described`
    if (status >= 300 && status < 400) return null
    const isDescribedFile = described.content?.[type.split(';')[0] ?? ''] !== undefined
    if (isDescribedFile && !type.startsWith('application/json')) return null
    if (!type.startsWith('application/json')) return `${call}: is ${type}`
    const errors = fits(`${at}/${status}`, described.$ref, await readBody())
    return errors && `${call}: ${errors}`
  }
}

function compile(document: Document) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'api')
  const routes = Object.entries(document.paths)
    // Literal paths come before paths whose parameters would match them.
    .sort(([a], [b]) => a.split('{').length - b.split('{').length)
    .map(([path, operations]) => ({
      path,
      operations,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
    }))
  return {
    find: (method: string, path: string) => {
      const name = method.toLowerCase()
      const route = routes.find((route) => route.pattern.test(path) && route.operations[name])
      const operation = route?.operations[name]
      if (!route || !operation) return undefined
      const at = `/paths/${route.path.replaceAll('/', '~1')}/${name}/responses`
      return { responses: operation.responses, at }
    },
    fits: (at: string, $ref: string | undefined, body: unknown) => {
      const pointer = encodeURI(`${$ref?.slice(1) ?? at}/content/application~1json/schema`)
      const valid = ajv.getSchema(`api#${pointer}`)
      if (!valid) return `no schema at ${pointer}`
      return valid(body) ? null : ajv.errorsText(valid.errors)
    },
  }
}
