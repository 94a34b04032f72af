import type { z } from 'zod'

/**
 * What is wrong with each input, by its name, the first fault of each. Of a body that may have
 * several shapes it is told for the nearest one.
 */
export function fieldFaults(error: { issues: z.core.$ZodIssue[] }): Record<string, string> {
  const faults = error.issues.flatMap((issue) => faultsOf(issue)).reverse()
  return Object.fromEntries(faults.filter(([name]) => name !== ''))
}

// A field that a shape does not know says more than one that it misses.
function distance(issues: z.core.$ZodIssue[]): number {
  return issues.length + 10 * issues.filter(({ code }) => code === 'unrecognized_keys').length
}

function faultsOf(issue: z.core.$ZodIssue): [string, string][] {
  const nameOf = (...path: PropertyKey[]) => [...issue.path, ...path].join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [nameOf(key), 'There is no such field'])
  }
  if (issue.code === 'invalid_union') {
    const [nearest = []] = issue.errors.toSorted((one, other) => distance(one) - distance(other))
    return nearest.flatMap((inner) =>
      faultsOf(inner).map(([name, fault]): [string, string] => [nameOf(name), fault]),
    )
  }
  return [[nameOf(), issue.message]]
}
