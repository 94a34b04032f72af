/** What is known about a failed load, in one or two sentences with what to do about it. */
export function failureAdvice(error: unknown): string {
  const status = statusOf(error)
  if (status === 429) return 'There were too many requests. Please try again in a minute.'
  if (status === 502 || status === 503 || status === 504) {
    return 'The shop is busy or restarting. Please try again in a moment.'
  }
  if (status !== undefined && status >= 400) return 'The shop reported an error. Please try again.'
  // What `fetch` throws when no answer came.
  if (error instanceof TypeError) return 'Please check the connection and try again.'
  return 'Please try again.'
}

// A refused call and a response that a loader threw both have one.
function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined
  return typeof error.status === 'number' ? error.status : undefined
}
