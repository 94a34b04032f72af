import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, deletedJson, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { listMisses } from './search-misses.server.ts'
import { synonymTerms } from './synonym-form.ts'
import { searchMissJson, synonymJson, toSynonymJson } from './synonym-json.server.ts'
import { addSynonym, changeSynonym, deleteSynonym, listSynonyms } from './synonym-queries.server.ts'

const newSynonym = z.object({ terms: synonymTerms })
const id = z.object({ id: z.string() })
const invalid = refuses('Fewer than two words, or too many')
const missing = refuses('No such synonym set')

export type SynonymsApi = ReturnType<typeof createSynonymsApi>

/** Serves the owner's side of the search: synonyms, and searches that found nothing. */
export function createSynonymsApi({ db }: { db: Db }) {
  return restApi()
    .openapi(
      adminRoute({
        method: 'get',
        path: '/synonyms',
        operationId: 'listSynonyms',
        summary: 'List the words that mean the same in a search',
        responses: { 200: answers('All synonym sets, by their first word', z.array(synonymJson)) },
      }),
      async (c) => c.json((await listSynonyms(db)).map(toSynonymJson), 200),
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/synonyms',
        operationId: 'addSynonym',
        summary: 'Add words that mean the same',
        request: { body: body(newSynonym) },
        responses: {
          200: answers('The new synonym set', synonymJson),
          409: refuses('These words are a set already'),
          422: invalid,
        },
      }),
      async (c) => {
        const added = await addSynonym(db, c.req.valid('json').terms, c.var.audit)
        if (!added) throw new HttpRefusal(409, 'known-set', 'These words are a set already')
        return c.json(toSynonymJson(added), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/synonyms/{id}',
        operationId: 'changeSynonym',
        summary: 'Change words that mean the same',
        request: { params: id, body: body(newSynonym) },
        responses: {
          200: answers('The changed synonym set', synonymJson),
          404: missing,
          422: invalid,
        },
      }),
      async (c) => {
        const { id } = c.req.valid('param')
        const { terms } = c.req.valid('json')
        if (!(await changeSynonym(db, id, terms, c.var.audit))) throw noSuchSynonym()
        return c.json(toSynonymJson({ id, terms }), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'delete',
        path: '/synonyms/{id}',
        operationId: 'deleteSynonym',
        summary: 'Delete words that mean the same',
        request: { params: id },
        responses: { 200: answers('Deleted', deletedJson), 404: missing },
      }),
      async (c) => {
        if (!(await deleteSynonym(db, c.req.valid('param').id, c.var.audit))) throw noSuchSynonym()
        return c.json({ deletedCount: 1 }, 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'get',
        path: '/searchMisses',
        operationId: 'listSearchMisses',
        summary: 'List the searches of 30 days that found nothing',
        responses: {
          200: answers('The hundred most frequent ones', z.array(searchMissJson)),
        },
      }),
      async (c) => c.json(await listMisses(db), 200),
    )
}

function noSuchSynonym(): HttpRefusal {
  return new HttpRefusal(404, 'no-such-synonym', 'These words are no longer in the list.')
}
