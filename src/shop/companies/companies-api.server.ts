import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import {
  answers,
  body,
  countJson,
  deletedJson,
  listQuery,
  refuses,
  restApi,
} from '#platform/http/api/rest-api.server.ts'
import { adminList, adminRead } from '#shop/auth/access/admin-list.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
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
  .openapi({ description: 'The beginning of a word of the name, or of the ERP number' })
const unknown = refuses('No such company')
const invalid = refuses('A field breaks its rule; see `fields`')

export type CompaniesApi = ReturnType<typeof createCompaniesApi>

/** Serves companies, their members and the groups of customers to admins. */
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
  return restApi()
    .openapi(
      ...adminList({
        path: '/customer-groups',
        operationId: 'listCustomerGroups',
        summary: 'List customer groups',
        answer: 'All groups by name',
        row: groupJson,
        rows: async () => (await listGroups(db)).map(toGroupJson),
      }),
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/customer-groups',
        operationId: 'addCustomerGroup',
        summary: 'Add a customer group',
        request: { body: body(groupForm) },
        responses: {
          200: answers('The group', groupJson),
          409: refuses('There is a group of this name'),
          422: invalid,
        },
      }),
      async (c) => {
        const saved = await saveGroup(db, undefined, c.req.valid('json'), c.var.audit)
        if ('refused' in saved) throw refuseCompany(saved)
        return c.json(await readGroup(saved.id), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/customer-groups/{id}',
        operationId: 'changeCustomerGroup',
        summary: 'Rename a customer group, or make it the default one',
        request: { params: z.object({ id: z.uuid() }), body: body(groupForm) },
        responses: {
          200: answers('The group', groupJson),
          404: refuses('No such group'),
          409: refuses('There is a group of this name'),
          422: invalid,
        },
      }),
      async (c) => {
        const { id } = c.req.valid('param')
        const saved = await saveGroup(db, id, c.req.valid('json'), c.var.audit)
        if ('refused' in saved) throw refuseCompany(saved)
        return c.json(await readGroup(saved.id), 200)
      },
    )
    .openapi(
      ...adminList({
        path: '/companies',
        operationId: 'listCompanies',
        summary: 'List companies',
        query: listQuery.extend({ search }),
        answer: 'Companies by name, without merged ones',
        row: listedCompanyJson,
        rows: async (query) => (await listCompanies(db, query)).map(toListedJson),
      }),
    )
    .openapi(
      ...adminRead({
        path: '/companiesCount',
        operationId: 'countCompanies',
        summary: 'Count companies',
        query: z.object({ search }),
        answer: 'The number of companies',
        json: countJson,
        read: async ({ search }) => ({ count: await countCompanies(db, search) }),
      }),
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/companies',
        operationId: 'addCompany',
        summary: 'Add a company',
        description: '`member` is the e-mail of its first user.',
        request: { body: body(newCompany) },
        responses: {
          200: answers('The company', companyJson),
          404: refuses('No such user'),
          409: refuses('Another company has the number or the user, or the user is not verified'),
          422: invalid,
        },
      }),
      async (c) => {
        const added = await addCompany(db, c.req.valid('json'), c.var.audit)
        if ('refused' in added) throw refuseCompany(added)
        return c.json(await readCompany(added.id), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'get',
        path: '/companies/{id}',
        operationId: 'getCompany',
        summary: 'Read a company with its members',
        request: { params: ofCompany },
        responses: { 200: answers('The company', companyJson), 404: unknown },
      }),
      async (c) => c.json(await readCompany(c.req.valid('param').id), 200),
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/companies/{id}',
        operationId: 'changeCompany',
        summary: 'Change a company',
        request: { params: ofCompany, body: body(companyChanges) },
        responses: {
          200: answers('The company', companyJson),
          404: unknown,
          409: refuses('Changed in the meantime, merged, or another company has the number'),
          422: invalid,
        },
      }),
      async (c) => {
        const { id } = c.req.valid('param')
        const changed = await changeCompany(db, id, c.req.valid('json'), c.var.audit)
        if ('refused' in changed) throw refuseCompany(changed)
        return c.json(await readCompany(id), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/companies/{id}/members/{email}',
        operationId: 'addCompanyMember',
        summary: 'Add a user to a company',
        request: { params: ofMember },
        responses: {
          200: answers('The company', companyJson),
          404: refuses('No such company or user'),
          409: refuses('The user is in another company, or not verified; or it was merged'),
        },
      }),
      async (c) => {
        const { id, email } = c.req.valid('param')
        const refusal = await addMember(db, id, email, c.var.audit)
        if (refusal) throw refuseCompany(refusal)
        return c.json(await readCompany(id), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'delete',
        path: '/companies/{id}/members/{email}',
        operationId: 'removeCompanyMember',
        summary: 'Take a user out of a company',
        request: { params: ofMember },
        responses: {
          200: answers('Removed', deletedJson),
          404: refuses('No such company or member'),
        },
      }),
      async (c) => {
        const { id, email } = c.req.valid('param')
        const refusal = await removeMember(db, id, email, c.var.audit)
        if (refusal) throw refuseCompany(refusal)
        return c.json({ deletedCount: 1 }, 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/companies/{id}/merge',
        operationId: 'mergeCompany',
        summary: 'Move the members and addresses of a company to another one',
        request: { params: ofCompany, body: body(z.object({ into: z.string() })) },
        responses: {
          200: answers('The company that has the members now', companyJson),
          404: unknown,
          409: refuses('One of them was merged already'),
          422: refuses('The same company'),
        },
      }),
      async (c) => {
        const { into } = c.req.valid('json')
        const refusal = await mergeCompanies(db, c.req.valid('param').id, into, c.var.audit)
        if (refusal) throw refuseCompany(refusal)
        return c.json(await readCompany(into), 200)
      },
    )
}
