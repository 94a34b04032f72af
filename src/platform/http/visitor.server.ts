import type { IncomingHttpHeaders } from 'node:http'

/** Whether a request has no credentials, so that it may get a cached response. */
export function isVisitor({ headers }: Request): boolean {
  return isAnonymous({
    authorization: headers.get('Authorization') ?? undefined,
    cookie: headers.get('Cookie') ?? undefined,
  })
}

/** The same for Node's headers. */
export function isAnonymous({ authorization, cookie }: IncomingHttpHeaders): boolean {
  return authorization === undefined && !cookie?.includes('session_token')
}
