import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { countJson, deletedJson, listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { emailInPath } from '#shop/auth/auth-forms.ts'
import { addCompany, changeCompany, saveGroup } from './change-companies.server.ts'
import { companyChanges, groupForm, newCompany } from './company-forms.ts'
import {
  companyJson,
  groupJson,
  listedCompanyJson,
  toCompanyJson,
  toGroupJson,
  toListedJson,
} from './company-json.server.ts'
import { addMember, mergeCompanies, removeMember } from './company-members.server.ts'
import { countCompanies, findCompany, listCompanies, listGroups } from './company-queries.server.ts'
import { refuseCompany } from './company-refusals.server.ts'

const ofCompany = z.object({ id: z.string() })
const ofMember = ofCompany.extend({ email: emailInPath })
const search = z
  .string()
  .max(100)
  .default('')
  .describe('The beginning of a word of the name, or of the ERP number')
const unknown = 'No such company'
const invalid = 'A field breaks its rule; see `fields`'

export function createCompaniesApi({ db }: { db: Db }) {
  const readCompany = async (id: string) => {
    const company = await findCompany(db, id)
    if (!company) throw refuseCompany({ refused: 'no-such-company' })
    return toCompanyJson(company)
  }
  const readGroup = async (id: string) => {
    const stored = (await listGroups(db)).find((group) => group.id === id)
    if (!stored) throw refuseCompany({ refused: 'unknown-group' })
    return toGroupJson(stored)
  }
  return restApi({
    listCustomerGroups: adminList({
      endpoint: 'GET /customer-groups',
      answer: 'All groups by name',
      row: groupJson,
      rows: async () => (await listGroups(db)).map(toGroupJson),
    }),
    addCustomerGroup: adminJson({
      endpoint: 'POST /customer-groups',
      body: groupForm,
      json: groupJson,
      refusals: { 409: 'There is a group of this name', 422: invalid },
      respond: async ({ json, audit }) => {
        const saved = await saveGroup(db, undefined, json, audit)
        return readGroup(orRefuse(saved, refuseCompany).id)
      },
    }),
    changeCustomerGroup: adminJson({
      endpoint: 'PUT /customer-groups/{id}',
      summary: 'Rename a customer group, or make it the default one',
      params: z.object({ id: z.uuid() }),
      body: groupForm,
      json: groupJson,
      refusals: { 404: 'No such group', 409: 'There is a group of this name', 422: invalid },
      respond: async ({ params: { id }, json, audit }) => {
        orRefuse(await saveGroup(db, id, json, audit), refuseCompany)
        return readGroup(id)
      },
    }),
    listCompanies: adminList({
      endpoint: 'GET /companies',
      query: listQuery.extend({ search }),
      answer: 'Companies by name, without merged ones',
      row: listedCompanyJson,
      rows: async (query) => (await listCompanies(db, query)).map(toListedJson),
    }),
    countCompanies: adminJson({
      endpoint: 'GET /companiesCount',
      query: z.object({ search }),
      json: countJson,
      respond: async ({ query: { search } }) => ({ count: await countCompanies(db, search) }),
    }),
    addCompany: adminJson({
      endpoint: 'POST /companies',
      description: '`member` is the e-mail of its first user, whose exception from tax it takes over.',
      body: newCompany,
      json: companyJson,
      refusals: {
        404: 'No such user',
        409: 'Another company has the number or the user, or the user is not verified',
        422: invalid,
      },
      respond: async ({ json, audit }) => {
        const { id } = orRefuse(await addCompany(db, json, audit), refuseCompany)
        return readCompany(id)
      },
    }),
    getCompany: adminJson({
      endpoint: 'GET /companies/{id}',
      summary: 'Read a company with its members',
      params: ofCompany,
      json: companyJson,
      refusals: { 404: unknown },
      respond: ({ params: { id } }) => readCompany(id),
    }),
    changeCompany: adminJson({
      endpoint: 'PUT /companies/{id}',
      params: ofCompany,
      body: companyChanges,
      json: companyJson,
      refusals: {
        404: unknown,
        409: 'Changed in the meantime, merged, or another company has the number',
        422: invalid,
      },
      respond: async ({ params: { id }, json, audit }) => {
        orRefuse(await changeCompany(db, id, json, audit), refuseCompany)
        return readCompany(id)
      },
    }),
    addCompanyMember: adminJson({
      endpoint: 'PUT /companies/{id}/members/{email}',
      summary: 'Add a user to a company',
      params: ofMember,
      query: z.object({
        takesTax: z
          .enum(['true', 'false'])
          .default('false')
          .describe('Whether the user’s exception from tax becomes that of all members'),
      }),
      json: companyJson,
      refusals: {
        404: 'No such company or user',
        409: 'The user is in another company, or not verified; or it was merged',
      },
      respond: async ({ params: { id, email }, query, audit }) => {
        const member = { email, takesTax: query.takesTax === 'true' }
        const refusal = await addMember(db, id, member, audit)
        if (refusal) throw refuseCompany(refusal)
        return readCompany(id)
      },
    }),
    removeCompanyMember: adminJson({
      endpoint: 'DELETE /companies/{id}/members/{email}',
      summary: 'Take a user out of a company',
      params: ofMember,
      json: deletedJson,
      refusals: { 404: 'No such company or member' },
      respond: async ({ params: { id, email }, audit }) => {
        const refusal = await removeMember(db, id, email, audit)
        if (refusal) throw refuseCompany(refusal)
        return { deletedCount: 1 }
      },
    }),
    mergeCompany: adminJson({
      endpoint: 'POST /companies/{id}/merge',
      summary: 'Move the members and addresses of a company to another one',
      params: ofCompany,
      body: z.object({ into: z.string() }),
      answer: 'The company that has the members now',
      json: companyJson,
      refusals: { 404: unknown, 409: 'One of them was merged already', 422: 'The same company' },
      respond: async ({ params: { id }, json: { into }, audit }) => {
        const refusal = await mergeCompanies(db, id, into, audit)
        if (refusal) throw refuseCompany(refusal)
        return readCompany(into)
      },
    }),
  })
}
