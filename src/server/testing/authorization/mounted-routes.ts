/** A route or middleware of a Hono app. */
export type MountedRoute = { method: string; path: string }

/** Whether this is a route; middleware matches all methods of all paths below one. */
export function isRoute({ method, path }: MountedRoute): boolean {
  return method !== 'ALL' || !path.endsWith('*')
}

/** Whether this belongs to the API that is described, not to the pages that show the description. */
export function isApiRoute({ path }: MountedRoute): boolean {
  return path.startsWith('/api/') && !/^\/api\/docs(\/|$)/.test(path)
}

/** The path as an OpenAPI document writes it: `/users/{email}` for `/users/:email`. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)(\{(?:[^{}]|\{[^{}]*\})*\})?\??/g, '{$1}')
}
