import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { adminDelete, adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { listMisses } from './search-misses.server.ts'
import { synonymTerms } from './synonym-form.ts'
import {
  addSynonym,
  changeSynonym,
  deleteSynonym,
  listSynonyms,
  searchMissJson,
  synonymJson,
  toSynonymJson,
} from './synonym-queries.server.ts'

const newSynonym = z.object({ terms: synonymTerms })
const invalid = 'Fewer than two words, or too many'

export function createSynonymsApi({ db }: { db: Db }) {
  return restApi({
    listSynonyms: adminList({
      endpoint: 'GET /synonyms',
      summary: 'List the words that mean the same in a search',
      answer: 'All synonym sets, by their first word',
      row: synonymJson,
      rows: async () => (await listSynonyms(db)).map(toSynonymJson),
    }),
    addSynonym: adminJson({
      endpoint: 'POST /synonyms',
      summary: 'Add words that mean the same',
      body: newSynonym,
      json: synonymJson,
      refusals: { 409: 'These words are a set already', 422: invalid },
      respond: async ({ json: { terms }, audit }) => {
        const added = await addSynonym(db, terms, audit)
        if (!added) throw new HttpRefusal(409, 'known-set', 'These words are a set already')
        return toSynonymJson(added)
      },
    }),
    changeSynonym: adminJson({
      endpoint: 'PUT /synonyms/{id}',
      summary: 'Change words that mean the same',
      params: z.object({ id: z.string() }),
      body: newSynonym,
      json: synonymJson,
      refusals: { 404: 'No such synonym set', 422: invalid },
      respond: async ({ params: { id }, json: { terms }, audit }) => {
        if (!(await changeSynonym(db, id, terms, audit))) throw noSuchSynonym()
        return toSynonymJson({ id, terms })
      },
    }),
    deleteSynonym: adminDelete({
      endpoint: 'DELETE /synonyms/{id}',
      summary: 'Delete words that mean the same',
      missing: 'No such synonym set',
      remove: (id, audit) => deleteSynonym(db, id, audit),
      refuse: noSuchSynonym,
    }),
    listSearchMisses: adminList({
      endpoint: 'GET /searchMisses',
      summary: 'List the searches of 30 days that found nothing',
      answer: 'The hundred most frequent ones',
      row: searchMissJson,
      rows: () => listMisses(db),
    }),
  })
}

function noSuchSynonym(): HttpRefusal {
  return new HttpRefusal(404, 'no-such-synonym', 'These words are no longer in the list.')
}
