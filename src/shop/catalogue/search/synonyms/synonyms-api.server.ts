import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { adminDelete, adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { listMisses } from './search-misses.server.ts'
import { synonymTerms } from './synonym-form.ts'
import { searchMissJson, synonymJson, toSynonymJson } from './synonym-json.server.ts'
import { addSynonym, changeSynonym, deleteSynonym, listSynonyms } from './synonym-queries.server.ts'

const newSynonym = z.object({ terms: synonymTerms })
const id = z.object({ id: z.string() })
const invalid = refuses('Fewer than two words, or too many')

export type SynonymsApi = ReturnType<typeof createSynonymsApi>

/** Serves the owner's side of the search: synonyms, and searches that found nothing. */
export function createSynonymsApi({ db }: { db: Db }) {
  return restApi()
    .openapi(
      ...adminList({
        path: '/synonyms',
        operationId: 'listSynonyms',
        summary: 'List the words that mean the same in a search',
        answer: 'All synonym sets, by their first word',
        row: synonymJson,
        rows: async () => (await listSynonyms(db)).map(toSynonymJson),
      }),
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
          404: refuses('No such synonym set'),
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
      ...adminDelete({
        path: '/synonyms/{id}',
        operationId: 'deleteSynonym',
        summary: 'Delete words that mean the same',
        missing: 'No such synonym set',
        remove: (id, audit) => deleteSynonym(db, id, audit),
        refuse: noSuchSynonym,
      }),
    )
    .openapi(
      ...adminList({
        path: '/searchMisses',
        operationId: 'listSearchMisses',
        summary: 'List the searches of 30 days that found nothing',
        answer: 'The hundred most frequent ones',
        row: searchMissJson,
        rows: () => listMisses(db),
      }),
    )
}

function noSuchSynonym(): HttpRefusal {
  return new HttpRefusal(404, 'no-such-synonym', 'These words are no longer in the list.')
}
