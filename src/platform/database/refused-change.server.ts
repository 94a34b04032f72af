import type { Refusal } from '#platform/http/api/refusals.server.ts'

/** Thrown in a transaction to undo it and to refuse the change. */
export class RefusedChange extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

/**
 * Runs a change and returns its refusal: the one it throws, or that of the database constraint which it breaks.
 */
export async function refusing<Result, Of extends Refusal>(
  constraints: Record<string, Of>,
  change: () => Promise<Result | Of>,
): Promise<Result | Of> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof RefusedChange) return error.refusal as Of
    const refusal = constraints[Object(error).constraint]
    if (!refusal) throw error
    return refusal
  }
}
