/**
 * Returns why something failed to load and what to do, for display. `error` is what a fetch or a
 * loader threw; if it has a `status`, the text depends on it.
 */
export function failureAdvice(error: unknown): string {
  const status = statusOf(error)
  if (status === 404) return 'It does not exist, or no longer.'
  if (status === 503) return 'The shop is temporarily unavailable. Try again in a moment.'
  if (status === 429) return 'Too many requests. Wait a moment, then try again.'
  if (status !== undefined) return `The shop reported an error (${status}). Please try again.`
  if (isUnreachable(error)) {
    return 'The shop could not be reached. Check your connection, then try again.'
  }
  return 'Please try again.'
}

/** The status of a response that was an error, as loaders and REST calls throw it. */
export function statusOf(error: unknown): number | undefined {
  if (error === null || typeof error !== 'object' || !('status' in error)) return undefined
  return typeof error.status === 'number' ? error.status : undefined
}

// Browsers' messages for requests without a response; other TypeErrors are bugs.
function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed|import/i.test(error.message)
}
