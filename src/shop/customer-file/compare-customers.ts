import { cleanText } from '#platform/clean-text.ts'
import { NOTHING, whyNoValue, whyOther, withoutMark } from '#shop/tables/columns/read-cell.ts'
import type { FileColumn } from '#shop/tables/columns/survey-columns.ts'
import type { FileRow } from '#shop/tables/files/collect-rows.server.ts'
import type { RowState } from '#shop/tables/row-states.ts'
import { type CustomerRow, customerRow, headingOf } from './customer-fields.ts'

/** A company that the shop has, or that the file makes, which has no id yet. */
export type Company = {
  id: string | null
  name: string
  erpNumber: string | null
  groupId: string | null
}
type Profile = Record<string, string>

/** What the shop has: users of whom the e-mail is proved, pending ones, companies and groups. */
export type KnownCustomers = {
  registered: ReadonlyMap<string, { companyId: string | null }>
  pending: ReadonlyMap<string, { name: string; companyId: string | null; profile: Profile }>
  companies: readonly Company[]
  groups: readonly { id: string; name: string }[]
}

export type Ticks = {
  /** Whether companies that are not known are made. */
  makesCompanies: boolean
  /** Whether companies of registered users, and groups and numbers of companies change. */
  changesCompanies: boolean
}

type ReadCustomer = { position: number; cells: string[]; row: CustomerRow; reasons: string[] }
type Change = { field: string; from: string | null; to: string }

/** What a row does. */
export type ComparedCustomer = ReadCustomer & {
  state: RowState
  changes: Change[]
  /** What stays for want of a tick. */
  kept: Change[]
  isRegistered: boolean
  company: Company | null
  groupId: string | null
  profile: Profile
}

/** Reads a row of a file. */
export function readCustomer(
  { position, cells, problem, held = {} }: FileRow,
  columns: readonly FileColumn[],
): ReadCustomer {
  const reasons = problem === null ? [] : [problem]
  const values: Profile = {}
  for (const [at, { name, field }] of columns.entries()) {
    const cell = cleanText(withoutMark(cells[at] ?? '')).trim()
    if (field === null || cell === '' || NOTHING.test(cell)) continue
    const why = whyNoValue(cell) ?? whyOther(cell, held[at])
    if (why === null) values[field] = cell
    else reasons.push(`${name} ${why}`)
  }
  const { firstName = '', lastName = '', ...own } = values
  const name = own.name ?? `${firstName} ${lastName}`.trim()
  const read = customerRow.safeParse({ email: '', ...own, ...(name !== '' && { name }) })
  for (const { path, message } of read.error?.issues ?? [])
    reasons.push(`${headingOf(String(path[0]))}: ${message}`)
  return { position, cells, row: read.data ?? { ...own, email: own.email ?? '' }, reasons }
}

/** Compares the rows of a file with what the shop has. Also returns how many companies it lacks. */
export function compareCustomers(
  read: readonly ReadCustomer[],
  known: KnownCustomers,
  { makesCompanies, changesCompanies }: Ticks,
): { compared: ComparedCustomer[]; missing: number } {
  const groups = new Map(known.groups.map((group) => [group.name.toLowerCase(), group]))
  const groupName = (id: string | null) => known.groups.find((group) => group.id === id)?.name
  const byId = new Map(known.companies.map((company) => [company.id, company]))
  const finder = createCompanyFinder(known.companies)
  const emails = new Map<string, number>()
  const said = new Map<string, { value: string; position: number }>()
  const compared = read.map((read): ComparedCustomer => {
    const { position, row } = read
    const { email, group: groupText } = row
    const reasons = [...read.reasons]
    const first = emails.get(email)
    if (first !== undefined && email !== '') reasons.push(`Row ${first} has this e-mail, too`)
    else emails.set(email, position)
    const registered = known.registered.get(email)
    const pending = known.pending.get(email)
    if (!registered && !pending && row.name === undefined) reasons.push('Name is required')
    const before = byId.get((registered ?? pending)?.companyId ?? null) ?? null
    const found = finder.find(row, makesCompanies, reasons.length === 0)
    if (typeof found === 'string') reasons.push(found)
    const company = typeof found === 'string' ? null : (found ?? before)
    const group = groupText === undefined ? undefined : groups.get(groupText.toLowerCase())
    if (groupText !== undefined && !group) reasons.push(`No group is named ${groupText}`)
    if (groupText !== undefined && !company && reasons.length === 0)
      reasons.push('A group is that of a company, and this customer has none')
    const { company: _, erpNumber: __, group: ___, email: ____, name: _____, ...profile } = row
    const own: Change[] = []
    const add = (
      to: Change[],
      field: string,
      from: string | null | undefined,
      value?: string | null,
    ) => {
      if (value && value !== from)
        to.push({ field: headingOf(field), from: from ?? null, to: value })
    }
    if (!registered) {
      add(own, 'name', pending?.name, row.name)
      for (const [field, value] of Object.entries(profile))
        add(own, field, pending?.profile[field], value)
    }
    const others: Change[] = []
    if (company && company !== before)
      add(
        registered ? others : own,
        'company',
        before?.name,
        company.id ? company.name : `${company.name} (new)`,
      )
    if (company) {
      const ofCompany = company.id === null ? own : others
      for (const [field, from, value] of [
        ['group', groupName(company.groupId), group?.name],
        ['erpNumber', company.erpNumber, row.erpNumber],
      ] as const) {
        add(ofCompany, field, from, value)
        const key = `${field} ${company.id ?? company.name.toLowerCase()}`
        const other = said.get(key)
        if (value && other && other.value !== value)
          reasons.push(
            `Row ${other.position} says ${headingOf(field)} ${other.value} of ${company.name}`,
          )
        else if (value && !other && reasons.length === 0) said.set(key, { value, position })
      }
    }
    const changes = changesCompanies ? [...own, ...others] : own
    const done: RowState =
      registered || pending ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
    return {
      ...read,
      reasons,
      state: reasons.length > 0 ? 'refused' : done,
      changes: reasons.length > 0 ? [] : changes,
      kept: changesCompanies || reasons.length > 0 ? [] : others,
      isRegistered: registered !== undefined,
      company,
      groupId: group?.id ?? null,
      profile,
    }
  })
  return { compared, missing: finder.missing.size }
}

/** Finds companies by ERP number or name. Returns why none can be taken, in words. */
function createCompanyFinder(companies: readonly Company[]) {
  const missing = new Set<string>()
  const all = [...companies]
  const byName = Map.groupBy(all, ({ name }) => name.toLowerCase())
  const byNumber = new Map(all.map((company) => [company.erpNumber?.toLowerCase(), company]))
  const find = (
    { company: name, erpNumber }: CustomerRow,
    makes: boolean,
    isSound: boolean,
  ): Company | string | null => {
    if (name === undefined && !erpNumber) return null
    const named = byName.get(name?.toLowerCase() ?? '') ?? []
    const numbered = erpNumber ? byNumber.get(erpNumber.toLowerCase()) : undefined
    if (numbered)
      return named.length > 0 && !named.includes(numbered)
        ? `ERP number ${erpNumber} is that of ${numbered.name}`
        : numbered
    const [only] = named
    if (named.length > 1) return `${named.length} companies are named ${name}: give the ERP number`
    if (only && erpNumber && only.erpNumber)
      return `${only.name} has the ERP number ${only.erpNumber}`
    if (only && erpNumber && isSound) byNumber.set(erpNumber.toLowerCase(), only)
    if (only) return only
    if (name === undefined) return `No company has the ERP number ${erpNumber}`
    missing.add(name.toLowerCase())
    if (!makes) return `No company is named ${name}`
    if (!isSound) return null
    const made: Company = { id: null, name, erpNumber: erpNumber ?? null, groupId: null }
    byName.set(name.toLowerCase(), [made])
    if (erpNumber) byNumber.set(erpNumber.toLowerCase(), made)
    return made
  }
  return { find, missing }
}
