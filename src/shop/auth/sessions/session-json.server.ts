import { z } from '@hono/zod-openapi'
import type { StoredSession } from './sessions.server.ts'

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

export type Session = z.infer<typeof sessionJson>

/** Returns the JSON of a session, for a caller whose own has the id `currentId`. */
export function toSessionJson(
  { id, createdAt, updatedAt, ipAddress, userAgent }: StoredSession,
  currentId: string,
): Session {
  return {
    _id: id,
    createdAt: createdAt.toISOString(),
    lastUsedAt: updatedAt.toISOString(),
    ipAddress,
    userAgent,
    isCurrent: id === currentId,
  }
}
