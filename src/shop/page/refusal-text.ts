import { RestRefusal } from '#platform/http/rest-client.ts'

/** What a person is told of an admin's call that failed: the shop's own sentence where it has one. */
export function refusalText(error: unknown): string {
  return error instanceof RestRefusal && error.status < 500 ? error.message : 'Something went wrong'
}
