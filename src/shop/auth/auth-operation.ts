import type { z } from '@hono/zod-openapi'
import type { Access } from '#platform/http/api/public-route.server.ts'

/** An endpoint under /auth as the API document describes it. */
export type AuthOperation = {
  method: 'get' | 'post'
  path: string
  operationId: string
  summary: string
  /** `session` for endpoints that need a session cookie; absent for public ones. */
  access?: Access
  /** The JSON request body; absent when none is required. */
  sent?: z.ZodType
  /** The body of a 200 response; absent for endpoints that only redirect. */
  answered?: z.ZodType
  /** The description of a 200 response, if it is more than a confirmation. */
  answer?: string
  redirect?: 302 | 303
  /** Further statuses and their meaning; `400` covers malformed bodies and expired links. */
  refused: Record<number, string>
}
