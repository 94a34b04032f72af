import { RestRefusal } from '#platform/http/api/rest-client.ts'

/** Returns the message for a failed admin request: the shop's own text if it sent one. */
export function refusalText(error: unknown): string {
  return error instanceof RestRefusal && error.status < 500 ? error.message : 'Something went wrong'
}
