import { z } from '@hono/zod-openapi'
import type { listSessions } from './sessions.server.ts'

/** A session of the caller as the API returns it. */
export const sessionJson = z
  .object({
    _id: z.string(),
    createdAt: z.string(),
    /** Accurate to a day, because sessions are renewed daily. */
    lastUsedAt: z.string(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    isCurrent: z.boolean(),
  })
  .openapi('Session')

type Session = Awaited<ReturnType<typeof listSessions>>[number]

export function toSessionJson(
  { id, createdAt, updatedAt, ipAddress, userAgent }: Session,
  currentId: string,
): z.infer<typeof sessionJson> {
  return {
    _id: id,
    createdAt: createdAt.toISOString(),
    lastUsedAt: updatedAt.toISOString(),
    ipAddress,
    userAgent,
    isCurrent: id === currentId,
  }
}
