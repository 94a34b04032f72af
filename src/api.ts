import { OpenAPIHono } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import type { Db } from '#platform/database.server.ts'
import { HttpRefusal } from '#platform/http-errors.ts'
import type { Log } from '#platform/log.server.ts'
import { answerError } from '#platform/rest-api.server.ts'
import type { AccessTokens } from '#shop/accounts/access-token.server.ts'
import { type CallerVariables, identifyCaller } from '#shop/accounts/caller.server.ts'
import { type Identity, identityCalls } from '#shop/accounts/identity.server.ts'
import { createUsersApi } from '#shop/accounts/users-api.server.ts'
import { createBlogApi } from '#shop/blog/blog-api.server.ts'
import { createProductsApi } from '#shop/catalogue/products-api.server.ts'
import { createOrdersApi } from '#shop/orders/orders-api.server.ts'
import type { CardPayments } from '#shop/payments/card-payments.server.ts'
import { createPaymentWebhook } from '#shop/payments/payment-webhook.server.ts'
import { createPaymentsApi } from '#shop/payments/payments-api.server.ts'
import { createReviewsApi } from '#shop/reviews/reviews-api.server.ts'
import { createContactApi } from '#shop/storefront/contact-api.server.ts'

const LARGEST_BODY_BYTES = 64 * 1024

export type ApiEnvironment = {
  db: Db
  log: Log
  identity: Identity
  tokens: AccessTokens
  payments: CardPayments
}

/** The REST calls of the specification: one line per slice. */
export function createApi(environment: ApiEnvironment) {
  const { db, log, identity, tokens, payments } = environment
  const api = new OpenAPIHono<CallerVariables>({ strict: false })
  api.use(
    bodyLimit({
      maxSize: LARGEST_BODY_BYTES,
      onError: () => {
        throw new HttpRefusal(413, 'too-large', 'The body is larger than 64 KB.')
      },
    }),
  )
  api.get('/auth/get-session', (c) => identity.handler(c.req.raw))
  api.on('POST', identityCalls, (c) => identity.handler(c.req.raw))
  api.use(identifyCaller(db, tokens))
  api.route('/', createUsersApi({ db, identity, tokens }))
  api.route('/', createBlogApi({ db }))
  api.route('/', createReviewsApi({ db }))
  api.route('/', createProductsApi({ db }))
  api.route('/', createOrdersApi({ db, giveUpPayment: payments.giveUp }))
  api.route('/', createPaymentsApi({ db, payments }))
  api.route('/', createPaymentWebhook({ db, payments }))
  api.route('/', createContactApi({ db }))
  api.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Forgewell', version: '1.0.0' },
    servers: [{ url: '/api' }],
  })
  api.all('*', (c) => c.json({ code: 'not-found', message: 'There is no such call.' }, 404))
  api.onError((error, c) => answerError(error, c, (error) => log.error(error, c.req.path)))
  return api
}
