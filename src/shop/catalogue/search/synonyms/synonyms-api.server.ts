import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { ClientIpAddress } from '#platform/http/ip-address.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { listMisses } from './search-misses.server.ts'
import { synonymTerms } from './synonym-form.ts'
import { searchMissJson, synonymJson, toSynonymJson } from './synonym-json.server.ts'
import {
  type AuditActor,
  addSynonym,
  changeSynonym,
  deleteSynonym,
  listSynonyms,
} from './synonym-queries.server.ts'

const newSynonym = z.object({ terms: synonymTerms })
const id = z.object({ id: z.string() })
const invalid = refuses('Fewer than two words, or too many')
const missing = refuses('No such synonym set')

const getSynonyms = adminRoute({
  method: 'get',
  path: '/synonyms',
  operationId: 'listSynonyms',
  summary: 'List the words that mean the same in a search',
  responses: { 200: answers('All synonym sets, by their first word', z.array(synonymJson)) },
})

const postSynonym = adminRoute({
  method: 'post',
  path: '/synonyms',
  operationId: 'addSynonym',
  summary: 'Add words that mean the same',
  request: { body: body(newSynonym) },
  responses: { 200: answers('The new synonym set', synonymJson), 422: invalid },
})

const putSynonym = adminRoute({
  method: 'put',
  path: '/synonyms/{id}',
  operationId: 'changeSynonym',
  summary: 'Change words that mean the same',
  request: { params: id, body: body(newSynonym) },
  responses: { 200: answers('The changed synonym set', synonymJson), 404: missing, 422: invalid },
})

const removeSynonym = adminRoute({
  method: 'delete',
  path: '/synonyms/{id}',
  operationId: 'deleteSynonym',
  summary: 'Delete words that mean the same',
  request: { params: id },
  responses: {
    200: answers('It is deleted', z.object({ deletedCount: z.number().int() })),
    404: missing,
  },
})

const getMisses = adminRoute({
  method: 'get',
  path: '/searchMisses',
  operationId: 'listSearchMisses',
  summary: 'List the searches of 30 days that found nothing',
  responses: {
    200: answers('The hundred most frequent ones', z.array(searchMissJson)),
  },
})

export type SynonymsApi = ReturnType<typeof createSynonymsApi>

/** Serves the admin's side of the search: synonyms, and searches that found nothing. */
export function createSynonymsApi({
  db,
  clientIpAddress,
}: {
  db: Db
  clientIpAddress: ClientIpAddress
}) {
  const byCaller = (c: Context<{ Variables: { caller: Caller } }>): AuditActor => ({
    actor: c.var.caller,
    ipAddress: clientIpAddress(c),
  })
  return restApi()
    .openapi(getSynonyms, async (c) => c.json((await listSynonyms(db)).map(toSynonymJson), 200))
    .openapi(postSynonym, async (c) => {
      const added = await addSynonym(db, c.req.valid('json').terms, byCaller(c))
      return c.json(toSynonymJson(added), 200)
    })
    .openapi(putSynonym, async (c) => {
      const { id } = c.req.valid('param')
      const { terms } = c.req.valid('json')
      if (!(await changeSynonym(db, id, terms, byCaller(c)))) throw noSuchSynonym()
      return c.json(toSynonymJson({ id, terms }), 200)
    })
    .openapi(removeSynonym, async (c) => {
      if (!(await deleteSynonym(db, c.req.valid('param').id, byCaller(c)))) throw noSuchSynonym()
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi(getMisses, async (c) => c.json(await listMisses(db), 200))
}

function noSuchSynonym(): HttpRefusal {
  return new HttpRefusal(404, 'no-such-synonym', 'These words are no longer in the list.')
}
