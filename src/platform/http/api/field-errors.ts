import type { z } from 'zod'

/**
 * The first error message of each input, by input name. For a union, the messages are those of the
 * option that matches best.
 */
export function fieldErrors(error: { issues: z.core.$ZodIssue[] }): Record<string, string> {
  const errors = error.issues.flatMap((issue) => errorsOf(issue)).reverse()
  return Object.fromEntries(errors.filter(([name]) => name !== ''))
}

// An unknown field counts more than a missing one: it shows that another option was meant.
function distance(issues: z.core.$ZodIssue[]): number {
  return issues.length + 10 * issues.filter(({ code }) => code === 'unrecognized_keys').length
}

function errorsOf(issue: z.core.$ZodIssue): [string, string][] {
  const nameOf = (...path: PropertyKey[]) => [...issue.path, ...path].filter((part) => part !== '').join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [nameOf(key), 'There is no such field'])
  }
  if (issue.code === 'invalid_union') {
    const [nearest = []] = issue.errors.toSorted((a, b) => distance(a) - distance(b))
    return nearest.flatMap((inner) =>
      errorsOf(inner).map(([name, message]): [string, string] => [nameOf(name), message]),
    )
  }
  return [[nameOf(), issue.message]]
}
