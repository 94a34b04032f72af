import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Pool } from 'pg'
import type { ApiCall, Caller } from './api/api-call.ts'
import { type ApiKeys, identifyCaller } from './api/api-keys.server.ts'
import { type NestedForm, readFormBody } from './api/form-body.ts'
import {
  claimKey,
  requestHash,
  responseOf,
  type StoredResponse,
  storeResponse,
} from './api/idempotency.server.ts'
import { parameterRefusal } from './api/parameters.ts'
import { invalidRequest, isRefusal, noSuch, type Refusal } from './api/refusal.ts'
import { authenticateCalls } from './intents/authenticate-intent.server.ts'
import { cancelCalls } from './intents/cancel-intent.server.ts'
import { confirmCalls } from './intents/confirm-intent.server.ts'
import { paymentIntentCalls } from './intents/payment-intents.server.ts'
import { paymentMethodCalls } from './intents/payment-methods.server.ts'
import { refundCalls } from './intents/refunds.server.ts'
import { callFaults, takeFault } from './store/faults.server.ts'
import { inTransaction } from './store/transaction.server.ts'
import { apiVersion, eventCalls } from './webhooks/events.server.ts'

const calls: ApiCall[] = [
  ...paymentIntentCalls,
  ...confirmCalls,
  ...cancelCalls,
  ...authenticateCalls,
  ...paymentMethodCalls,
  ...refundCalls,
  ...eventCalls,
]

export type ApiEnvironment = ApiKeys & {
  pool: Pool
  clock: () => Date
  /** Resolves when the caller disconnects or the simulator stops; a call with a timeout fault awaits it. */
  hang: (caller: AbortSignal) => Promise<void>
}

export function createApi(environment: ApiEnvironment): Hono {
  const api = new Hono()
  api.use(bodyLimit({ maxSize: 64 * 1024, onError: (c) => reply(c, tooLarge) }))
  for (const call of calls) {
    api.on(call.method, call.path, async (c) => {
      const response = await handleCall(environment, call, c)
      if (response.fault === 'timeout_after') await environment.hang(c.req.raw.signal)
      return reply(c, response)
    })
  }
  api.all('*', (c) => reply(c, responseOf(unknownUrl(c.req.method, c.req.path))))
  return api
}

type CallResponse = StoredResponse & { replayed?: boolean; fault?: string }

async function handleCall(environment: ApiEnvironment, call: ApiCall, c: Context): Promise<CallResponse> {
  // Read the body first: it is gone once the caller disconnects, and the effect must not depend on that.
  const body = call.method === 'post' ? await c.req.text() : new URL(c.req.url).search
  const form = readFormBody(body)
  const caller = identifyCaller(environment, c.req.header('authorization'))
  if (typeof caller === 'object') return responseOf(caller)
  if (caller === 'publishable' && !call.publishable) return responseOf(secretKeyRequired)

  const fault = await takeFault(environment.pool, callFaults, call.name)
  if (fault === 'timeout_before') {
    await environment.hang(c.req.raw.signal)
    return responseOf(serverError)
  }
  if (fault === 'rate_limited') return responseOf(rateLimited)
  if (fault === 'server_error') return responseOf(serverError)

  const response = await runCall(environment, call, caller, c, { body, form })
  return fault ? { ...response, fault } : response
}

async function runCall(
  { pool, clock, secretKey }: ApiEnvironment,
  call: ApiCall,
  caller: Caller,
  c: Context,
  { body, form }: { body: string; form: NestedForm | undefined },
): Promise<CallResponse> {
  const id = c.req.param('id') ?? ''
  if (!/^\w*$/.test(id)) return responseOf(noSuch('object', id, 'id'))
  if (!form) return responseOf(invalidRequest('The request body is not a well-formed form.'))
  const parsed = call.parameters.safeParse(form)
  if (!parsed.success) return responseOf(parameterRefusal(parsed.error))

  const key = call.method === 'post' ? (c.req.header('idempotency-key') ?? null) : null
  if (key && key.length > 255) {
    return responseOf(invalidRequest('Idempotency keys may be at most 255 characters long.'))
  }
  const now = clock()
  return inTransaction(pool, async (tx) => {
    const hash = requestHash(secretKey, `${caller} ${call.name} ${id}`, body)
    const earlier = key ? await claimKey(tx, key, hash, now) : undefined
    if (earlier) return isRefusal(earlier) ? responseOf(earlier) : { ...earlier, replayed: true }
    const context = { tx, now, caller, id, idempotencyKey: key, parameters: parsed.data }
    const outcome = await call.run(context)
    const response = responseOf(outcome)
    if (key) await storeResponse(tx, key, response)
    return response
  })
}

function reply(c: Context, response: CallResponse): Response {
  c.header('request-id', `req_${randomUUID().replaceAll('-', '')}`)
  c.header('stripe-version', apiVersion)
  c.header('cache-control', 'no-store')
  if (response.replayed) c.header('idempotent-replayed', 'true')
  const key = c.req.header('idempotency-key')
  if (key) c.header('idempotency-key', key)
  return c.json(response.body, response.status as ContentfulStatusCode)
}

const secretKeyRequired = invalidRequest(
  'This API call cannot be made with a publishable API key. Please use a secret API key.',
  { code: 'secret_key_required' },
  403,
)
const rateLimited = invalidRequest(
  'Request rate limit exceeded. Please try again later.',
  { code: 'rate_limit' },
  429,
)
const serverError: Refusal = {
  status: 500,
  error: {
    type: 'api_error',
    message: 'An error occurred on the simulated server. Please try again.',
  },
}
const tooLarge = responseOf(invalidRequest('The request body is too large.', {}, 413))

function unknownUrl(method: string, path: string): Refusal {
  return invalidRequest(`Unrecognized request URL (${method}: ${path}).`, {}, 404)
}
